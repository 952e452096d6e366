// What each person wants of this page: how much it hints, and whether it asks before an action is entered.  Kept in the browser.

const KEY = "companion-mine";
const mine = { hints: "moves", confirm: true };

try {
  Object.assign(mine, JSON.parse(localStorage.getItem(KEY) ?? "{}"));
} catch {
  // A browser that keeps nothing, or something odd was kept: the page starts as it is delivered.
}

export function wants(name) {
  return mine[name];
}

function show() {
  document.body.dataset.hints = mine.hints;
  for (const button of document.querySelectorAll("[data-hints]")) {
    if (button.tagName === "BUTTON") button.setAttribute("aria-pressed", String(button.dataset.hints === mine.hints));
  }
  document.querySelector("[data-confirm]")?.setAttribute("aria-pressed", String(mine.confirm));
}

export function wish(button) {
  if (button.dataset.hints) mine.hints = button.dataset.hints;
  else mine.confirm = !mine.confirm;
  try {
    localStorage.setItem(KEY, JSON.stringify(mine));
  } catch {
    // It holds until the page is closed.
  }
  show();
}

show();
