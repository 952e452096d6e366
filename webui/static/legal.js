// The list of legal actions.  The first tap shows where, on the board and by the lamps; "Enter it" enters the action, or
// the first tap does where the person at this page wants it so.  A tap on a place of the board leaves only its actions.

import { closeLook, mayBe, nameOf, onPlace, pointHere } from "./board.js";
import { command } from "./commands.js";
import { wants } from "./mine.js";

const list = document.getElementById("part-legal");
let chosen = null;
let here = null;

function buttons() {
  return [...list.querySelectorAll("[data-action]")];
}

function key(place) {
  return Array.isArray(place) ? place.join(",") : place;
}

function placesOf(button) {
  return JSON.parse(button.dataset.places);
}

export function choose(tapped) {
  if (!wants("confirm")) {
    chosen = tapped.dataset.action;
    return enter();
  }
  const same = chosen === tapped.dataset.action;
  chosen = same ? null : tapped.dataset.action;
  const places = same ? [] : placesOf(tapped);
  pointHere(places.map(key));
  reapply();
  return command("point", { places });
}

export async function enter() {
  const action = chosen;
  chosen = null;
  here = null;
  pointHere([]);
  reapply();
  if (action !== null) await command("enter", { action });
}

export function showAll() {
  here = null;
  reapply();
}

// A place of the board was tapped: only what can be done there is shown; a second tap, or a place without actions, shows all.
onPlace((place) => {
  const some = buttons().filter((button) => placesOf(button).some((one) => key(one) === place));
  here = place === here || !some.length ? null : place;
  if (here && chosen !== null && !some.some((button) => button.dataset.action === chosen)) {
    chosen = null;
    pointHere([]);
  }
  reapply();
  if (here) list.scrollIntoView({ block: "nearest" });
});

// After the server has drawn the list anew: the choice stays while the action is still there.
export function reapply() {
  for (const added of list.querySelectorAll(".enter, .preview, .here")) added.remove();
  for (const pressed of list.querySelectorAll('[aria-pressed="true"]')) pressed.setAttribute("aria-pressed", "false");
  mayBe(buttons().flatMap((button) => placesOf(button).map(key)));
  filter();
  if (chosen === null) return;
  const found = buttons().find((button) => button.dataset.action === chosen);
  if (!found) {
    chosen = null;
    pointHere([]);
    return;
  }
  found.setAttribute("aria-pressed", "true");
  const confirm = document.createElement("button");
  confirm.type = "button";
  confirm.className = "button strong enter";
  confirm.textContent = list.dataset.enter;
  found.after(confirm);
  const look = closeLook(placesOf(found).map(key));
  if (look) found.after(look);
}

function filter() {
  const fits = (button) => here === null || placesOf(button).some((place) => key(place) === here);
  if (here !== null && !buttons().some(fits)) here = null;
  for (const button of buttons()) button.closest("li").hidden = !fits(button);
  for (const group of list.querySelectorAll(".group")) {
    group.hidden = !group.querySelector("li:not([hidden])");
    if (here !== null && !group.hidden) group.open = true;
  }
  const choices = list.querySelector(".choices");
  choices?.classList.toggle("wanted", here !== null);
  if (here === null || !choices) return;
  const line = document.createElement("p");
  line.className = "here";
  const words = document.createElement("span");
  words.textContent = `${list.dataset.at} ${nameOf(here)}`;
  const all = document.createElement("button");
  all.type = "button";
  all.className = "button plain all";
  all.textContent = list.dataset.all;
  line.append(words, all);
  choices.before(line);
}
