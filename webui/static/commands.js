// Sends what people tap, and says so where it did not arrive.

const toast = document.getElementById("toast");
const PATIENCE_MS = 8000;
let hiding = 0;

export function tell(text) {
  toast.textContent = text;
  toast.hidden = false;
  clearTimeout(hiding);
  hiding = setTimeout(() => (toast.hidden = true), 8000);
}

let last = Promise.resolve();

// One after the other: two requests at once may overtake each other on the way.
export function post(address, body) {
  last = last.then(() => send(address, body));
  return last;
}

async function send(address, body) {
  let answer;
  try {
    answer = await fetch(address, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
  } catch {
    tell(toast.dataset.failed);
    return false;
  }
  if (answer.ok) return true;
  const { error } = await answer.json().catch(() => ({ error: { why: toast.dataset.failed, remedy: "" } }));
  tell(`${error.why} ${error.remedy}`);
  return false;
}

const seat = document.body.dataset.seat;

export function command(name, fields = {}) {
  return post("/api/command", { command: name, ...(seat ? { seat } : {}), ...fields });
}

// A button that does something big asks for a second tap first.
export function sure(button) {
  if (!button.dataset.sure || button.dataset.armed) {
    delete button.dataset.armed;
    return true;
  }
  const text = button.querySelector(".text");
  const before = text.textContent;
  button.dataset.armed = "yes";
  text.textContent = button.dataset.sure;
  setTimeout(() => {
    delete button.dataset.armed;
    text.textContent = before;
  }, 4000);
  return false;
}
