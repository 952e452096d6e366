// Calibrating and teaching: corners are dragged or moved by keys, the camera's picture follows, a page that waits goes on by itself.

const POLL_MS = 700;
const SEND_MS = 120;
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

const body = document.body;
const box = document.getElementById("corners");

async function state() {
  const answer = await fetch("/api/teach", { cache: "no-cache" });
  return answer.ok ? answer.json() : null;
}

async function follow() {
  try {
    const now = await state();
    if (now && String(now.serial) !== body.dataset.serial) return location.replace("/table/teach");
    const live = document.getElementById("live-picture");
    if (now && live) live.src = `/table/teach/picture?n=${now.picture}`;
  } catch {
    // The program is gone for a moment: the next question finds it.
  }
  setTimeout(follow, POLL_MS);
}

function path(lines, close) {
  return lines.map((line) => `M${line.map((point) => point.join(" ")).join("L")}${close ? "z" : ""}`).join("");
}

class Corners {
  constructor() {
    this.size = [Number(box.dataset.width), Number(box.dataset.height)];
    this.points = JSON.parse(box.dataset.corners);
    this.says = document.getElementById("sketch-says");
    this.buttons = [...box.querySelectorAll(".corner")];
    this.buttons.forEach((button, number) => this.listen(button, number));
    document.getElementById("new-picture").addEventListener("click", () => this.picture());
    this.draw(JSON.parse(box.dataset.sketch));
    this.place();
  }

  listen(button, number) {
    button.addEventListener("pointerdown", (event) => {
      button.setPointerCapture(event.pointerId);
      button.focus();
      event.preventDefault();
    });
    button.addEventListener("pointermove", (event) => {
      if (!button.hasPointerCapture(event.pointerId)) return;
      const seen = box.querySelector("img").getBoundingClientRect();
      const at = [(event.clientX - seen.left) / seen.width, (event.clientY - seen.top) / seen.height];
      this.move(number, at[0] * this.size[0], at[1] * this.size[1]);
    });
    button.addEventListener("keydown", (event) => {
      const step = STEPS[event.key];
      if (!step) return;
      event.preventDefault();
      const far = event.shiftKey ? 20 : 1;
      this.move(number, this.points[number][0] + step[0] * far, this.points[number][1] + step[1] * far);
    });
  }

  move(number, x, y) {
    const inside = (value, most) => Math.round(Math.min(Math.max(value, 0), most - 1) * 10) / 10;
    this.points[number] = [inside(x, this.size[0]), inside(y, this.size[1])];
    this.place();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.send(), SEND_MS);
  }

  place() {
    this.buttons.forEach((button, number) => {
      const [x, y] = this.points[number];
      button.style.left = `${(100 * x) / this.size[0]}%`;
      button.style.top = `${(100 * y) / this.size[1]}%`;
      button.setAttribute("aria-label", `${button.dataset.name}: ${Math.round(x)}, ${Math.round(y)}`);
    });
    box.querySelector(".rim").setAttribute("d", path([this.points], true));
  }

  draw(sketch) {
    box.querySelector(".grid").setAttribute("d", path(sketch.lines, false));
    box.querySelector(".zones").setAttribute("d", path(sketch.zones, true));
    this.says.textContent = sketch.height ? this.says.dataset.height.replace("#", sketch.height) : "";
  }

  async send() {
    try {
      const answer = await fetch("/api/teach/corners", {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(this.points),
      });
      const told = await answer.json();
      this.draw(answer.ok ? told : { lines: [], zones: [] });
      if (!answer.ok) this.says.textContent = told.error.why;
    } catch {
      this.says.textContent = box.dataset.failed;
    }
  }

  async picture() {
    const now = await state();
    if (now) box.querySelector("img").src = `/table/teach/picture?n=${now.picture}`;
  }
}

if (box) new Corners();
if (body.dataset.step !== "idle") follow();
