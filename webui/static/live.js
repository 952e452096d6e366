// The news: server-sent events while the page is visible, asking every two seconds where no stream can be had.

const POLL_MS = 2000;
const SILENT_MS = 25000; // the server's heartbeat comes every ten seconds
const RETRY_STREAM_POLLS = 10;
const LEAVING_MS = 20000; // longer than the slowest answer; a download looks like leaving and does not leave

export class Live {
  constructor({ seat, id, onNews, onState }) {
    this.seat = seat;
    this.id = id;
    this.onNews = onNews;
    this.onState = onState;
    this.source = null;
    this.timer = 0;
    this.polls = 0;
    this.leaving = -Infinity;
    // A seat that is given back ends its stream before the answer is here: fetching the page anew would cut that answer off.
    addEventListener("beforeunload", () => (this.leaving = performance.now()));
    document.addEventListener("visibilitychange", () => (document.hidden ? this.stop() : this.start()));
    // A page kept for the "back" button must not keep its stream.
    addEventListener("pagehide", () => this.stop());
    addEventListener("pageshow", () => this.start());
  }

  start() {
    if (this.source || this.timer || document.hidden) return;
    this.connect();
  }

  stop() {
    this.source?.close();
    this.source = null;
    clearTimeout(this.timer);
    this.timer = 0;
    clearTimeout(this.watchdog);
  }

  address(path, more = {}) {
    // The page's own language: what comes later must not speak another one, picked in another tab meanwhile.
    const query = new URLSearchParams({ lang: document.documentElement.lang, ...(this.seat ? { seat: this.seat } : {}), ...more });
    return `${path}?${query}`;
  }

  connect() {
    const source = new EventSource(this.address("/events", { after: this.id }));
    this.source = source;
    source.addEventListener("open", () => this.heard());
    for (const name of ["snapshot", "change", "same"]) {
      source.addEventListener(name, (event) => this.take(event));
    }
    source.addEventListener("beat", () => this.heard());
    source.addEventListener("error", () => this.broken());
  }

  take(event) {
    this.heard();
    const news = JSON.parse(event.data);
    if (this.restarted(news)) return;
    this.id = news.id;
    if (event.type !== "same") this.onNews(news);
  }

  // Another run of the program may lay another table: the page is fetched anew.
  restarted(news) {
    const [before, now] = [this.id, news.id].map((id) => id.split("-")[0]);
    if (before !== now) this.fetchAnew();
    return before !== now;
  }

  fetchAnew() {
    if (performance.now() - this.leaving > LEAVING_MS) location.reload();
    else this.askAgain();
  }

  heard() {
    this.polls = 0;
    this.onState("on");
    clearTimeout(this.watchdog);
    this.watchdog = setTimeout(() => this.restart(), SILENT_MS);
  }

  restart() {
    this.stop();
    this.onState("lost");
    this.start();
  }

  broken() {
    // While the browser tries again by itself there is nothing to do but to say so.
    if (this.source?.readyState !== EventSource.CLOSED) {
      this.onState("lost");
      return;
    }
    this.source = null;
    clearTimeout(this.watchdog);
    this.poll();
  }

  async poll() {
    this.timer = 0;
    try {
      const answer = await fetch(this.address("/api/snapshot"), { cache: "no-cache" });
      if (answer.status === 403) return this.fetchAnew();
      if (!answer.ok) throw new Error(`status ${answer.status}`);
      const news = await answer.json();
      if (this.restarted(news)) return;
      if (news.id !== this.id) this.onNews(news);
      this.id = news.id;
      this.onState("polling");
    } catch {
      this.onState("lost");
    }
    this.askAgain();
  }

  askAgain() {
    if (document.hidden || this.source || this.timer) return;
    this.polls += 1;
    this.timer = setTimeout(() => {
      this.timer = 0;
      if (this.polls % RETRY_STREAM_POLLS === 0) this.connect();
      else this.poll();
    }, POLL_MS);
  }
}
