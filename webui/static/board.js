// Patches the nodes of the board's drawing. Tiles are matched by their place, pieces by their kind: of several of one
// kind those that did not move stay, the others walk to the nearest free place. Those that lie on another side are drawn so.

const SVG = "http://www.w3.org/2000/svg";
const SIGNS = { point: "➜", asked: "?", unsure: "~", hidden: "…", trouble: "!" };

const board = document.getElementById("board");
const tiles = document.getElementById("tiles");
const pieces = document.getElementById("pieces");
const marks = new Map();
for (const mark of document.querySelectorAll("#marks > .mark")) marks.set(mark.dataset.place, mark);

let served = {};
let pointed = [];
let possible = new Set();

export function patchBoard(news) {
  patchTiles(news.tiles);
  patchPieces(news.pieces);
  served = news.marks;
  showMarks();
}

// Places that the person at this page has tapped: shown at once, before the lamps answer.
export function pointHere(places) {
  pointed = places;
  showMarks();
}

// Places at which something may be done: they can be tapped.
export function mayBe(places) {
  possible = new Set(places);
  showMarks();
}

export function nameOf(place) {
  return marks.get(place)?.querySelector("title").textContent ?? place;
}

export function onPlace(tell) {
  board.addEventListener("click", (event) => {
    const mark = event.target.closest?.(".mark");
    if (mark) tell(mark.dataset.place);
  });
}

// A close look at these places, for a screen on which the list has pushed the board out of sight.
export function closeLook(places) {
  const cells = places.filter((place) => place.includes(","));
  const boxes = (cells.length ? cells : places).map((place) => marks.get(place)?.querySelector(".ring").getBBox()).filter(Boolean);
  if (!boxes.length) return null;
  const left = Math.min(...boxes.map((box) => box.x));
  const top = Math.min(...boxes.map((box) => box.y));
  const right = Math.max(...boxes.map((box) => box.x + box.width));
  const bottom = Math.max(...boxes.map((box) => box.y + box.height));
  const rim = boxes[0].width;
  const preview = document.createElementNS(SVG, "svg");
  preview.setAttribute("class", "preview");
  preview.setAttribute("viewBox", `${left - rim} ${top - rim} ${right - left + 2 * rim} ${bottom - top + 2 * rim}`);
  preview.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", "#whole");
  preview.append(use);
  return preview;
}

// The shorter way round: a tile that goes from three quarter turns to none turns on, not back.
function turned(before, wanted) {
  const difference = ((wanted - before) % 360 + 540) % 360 - 180;
  return before + difference;
}

function pose(node, x, y, size, angle) {
  node.at = { x, y, size, angle: node.at ? turned(node.at.angle, angle) : angle };
  node.style.transform = `translate(${x}px, ${y}px) rotate(${node.at.angle}deg) scale(${size / 100})`;
}

function make(group, name, symbol) {
  const node = document.createElementNS(SVG, "g");
  const use = document.createElementNS(SVG, "use");
  node.setAttribute("class", group);
  for (const [attribute, value] of Object.entries({ x: -50, y: -50, width: 100, height: 100 })) use.setAttribute(attribute, value);
  use.setAttribute("href", `#${symbol}`);
  node.dataset[group === "tile" ? "place" : "kind"] = name;
  node.dataset.symbol = symbol;
  node.append(use);
  return node;
}

function show(node, symbol) {
  if (node.dataset.symbol === symbol) return false;
  node.dataset.symbol = symbol;
  node.firstChild.setAttribute("href", `#${symbol}`);
  freshen(node);
  return true;
}

function freshen(node) {
  node.classList.remove("fresh");
  void node.getBoundingClientRect();
  node.classList.add("fresh");
}

function patchTiles(wanted) {
  const there = new Map([...tiles.children].map((node) => [node.dataset.place, node]));
  for (const [place, symbol, x, y, size, angle] of wanted) {
    let node = there.get(place);
    there.delete(place);
    if (!node) {
      node = make("tile", place, symbol);
      tiles.append(node);
      freshen(node);
    } else if (show(node, symbol)) {
      node.at = null;
    }
    pose(node, x, y, size, angle);
  }
  for (const node of there.values()) node.remove();
}

function patchPieces(wanted) {
  const free = [...pieces.children];
  const open = [];
  for (const piece of wanted) {
    const same = free.findIndex((node) => alike(node, piece) && node.at?.x === piece[2] && node.at?.y === piece[3]);
    open.push(same < 0 ? { piece } : { piece, node: free.splice(same, 1)[0] });
  }
  for (const entry of open) entry.node ??= nearest(free, entry.piece, alike);
  for (const entry of open) entry.node ??= nearest(free, entry.piece, (node, [kind]) => node.dataset.kind === kind);
  for (const node of free) node.remove();
  for (const { piece: [kind, symbol, x, y, size, angle], node: found } of open) {
    const node = found ?? make("piece", kind, symbol);
    if (!found) freshen(node);
    else show(node, symbol);
    pose(node, x, y, size, angle);
    if (pieces.lastChild !== node) pieces.append(node);
  }
}

function alike(node, [kind, symbol]) {
  return node.dataset.kind === kind && node.dataset.symbol === symbol;
}

function nearest(free, piece, fits) {
  const [, , x, y] = piece;
  let best = -1;
  let least = Infinity;
  free.forEach((node, index) => {
    if (!node.at || !fits(node, piece)) return;
    const distance = Math.hypot(node.at.x - x, node.at.y - y);
    if (distance < least) [best, least] = [index, distance];
  });
  return best < 0 ? undefined : free.splice(best, 1)[0];
}

function showMarks() {
  for (const [place, node] of marks) {
    const loud = served[place];
    const mark = pointed.includes(place) && loud !== "trouble" ? "point" : (loud ?? "");
    const name = `mark ${mark}${possible.has(place) ? " may" : ""}`;
    if (node.getAttribute("class") === name) continue;
    node.setAttribute("class", name);
    node.querySelector("text").textContent = SIGNS[mark] ?? "";
  }
}

// The server's own marks stand in the drawing until the first news.
for (const [place, node] of marks) {
  const mark = node.getAttribute("class").split(" ")[1];
  if (mark) served[place] = mark;
}

// Takes over what the server drew, so that the first patch moves these nodes instead of replacing them.
export function adopt() {
  for (const node of [...tiles.children, ...pieces.children]) {
    const numbers = node.getAttribute("transform").match(/-?[\d.]+/g).map(Number);
    pose(node, numbers[0], numbers[1], numbers[3] * 100, numbers[2]);
    node.removeAttribute("transform");
  }
  // Only from now on do things glide; nothing shall fly in while the page opens.
  requestAnimationFrame(() => board.classList.add("alive"));
}
