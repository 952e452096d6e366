// The windows of the rules, counted down by the page itself: the server says once when each of them ends.
// Screen readers are told the whole length only; a number that changes every second would talk over everything else.

const STEP_MS = 250;

// How far the table's clock is ahead of this device's.
const ahead = Number(document.body.dataset.now) - Date.now() / 1000;

export function paintClocks() {
  for (const node of document.querySelectorAll("[data-ends]")) {
    const left = Math.max(0, Number(node.dataset.ends) - ahead - Date.now() / 1000);
    const seconds = Math.ceil(left);
    const text = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
    if (node.textContent !== text) node.textContent = text;
    node.style.setProperty("--left", String(left / Math.max(1, Number(node.dataset.length))));
    node.classList.toggle("soon", left <= 10);
  }
}

export function startClocks() {
  paintClocks();
  setInterval(paintClocks, STEP_MS);
}
