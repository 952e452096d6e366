// The camera picture: the next one is fetched only when the last has arrived, so that a slow network is never flooded.

const image = document.getElementById("picture");
const box = document.getElementById("picture-box");
const LEAST_MS = 250;

let layer = "seen";
let wanted = Number(document.body.dataset.picture);
let shown = wanted;
let loading = false;

// What came while nobody looked is fetched when somebody does.
document.addEventListener("visibilitychange", refresh);

export function pictureIs(number) {
  wanted = number;
  refresh();
}

export function showLayer(name) {
  layer = name;
  shown = -1;
  for (const button of document.querySelectorAll("[data-layer]")) {
    button.setAttribute("aria-pressed", String(button.dataset.layer === name));
  }
  image.alt = image.dataset[name === "seen" ? "altSeen" : "altCamera"];
  refresh();
}

async function refresh() {
  if (loading || !wanted || wanted === shown || document.hidden) return;
  loading = true;
  const [number, name] = [wanted, layer];
  try {
    const answer = await fetch(`/picture/${name}?n=${number}`);
    if (answer.ok) await put(await answer.blob());
  } catch {
    // The line at the top says that the connection is lost; the next picture is asked for again.
  }
  // Somebody who has chosen the other layer meanwhile gets that one, also where this one never came.
  shown = name === layer ? number : -1;
  setTimeout(() => {
    loading = false;
    refresh();
  }, LEAST_MS);
}

async function put(blob) {
  const next = new Image();
  next.src = URL.createObjectURL(blob);
  await next.decode().catch(() => undefined);
  const before = image.src;
  image.src = next.src;
  box.hidden = false;
  if (before.startsWith("blob:")) URL.revokeObjectURL(before);
}
