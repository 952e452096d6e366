// Sends a backup in parts: no request is larger than the server takes from anybody.

const form = document.getElementById("restore");
const line = form.querySelector("[role=status]");
const PART = 512 * 1024;
const BACK_MS = 4000;

async function send(file) {
  for (let at = 0; at === 0 || at < file.size; at += PART) {
    line.textContent = `${form.dataset.sending} ${Math.round((100 * at) / Math.max(file.size, 1))} %`;
    const answer = await fetch(`/api/restore?at=${at}&of=${file.size}`, {
      method: "POST",
      headers: { "Content-Type": "application/octet-stream" },
      body: file.slice(at, at + PART),
    });
    const told = await answer.json();
    if (!answer.ok) throw new Error(`${told.error.why} ${told.error.remedy}`);
    if (told.done) return true;
  }
  return false;
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const button = form.querySelector("button");
  button.disabled = true;
  try {
    if (await send(form.elements.file.files[0])) {
      line.textContent = form.dataset.waiting;
      setTimeout(() => location.assign("/table"), BACK_MS);
      return;
    }
  } catch (error) {
    line.textContent = error instanceof TypeError ? form.dataset.failed : error.message;
  }
  button.disabled = false;
});
