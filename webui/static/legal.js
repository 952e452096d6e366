// The list of legal actions: the first tap shows where, on the board and by the lamps; "Enter it" enters the action.

import { closeLook, pointHere } from "./board.js";
import { command } from "./commands.js";

const list = document.getElementById("part-legal");
let chosen = null;

function button(action) {
  return [...list.querySelectorAll("[data-action]")].find((found) => found.dataset.action === action);
}

function key(place) {
  return Array.isArray(place) ? place.join(",") : place;
}

export function choose(tapped) {
  const same = chosen === tapped.dataset.action;
  chosen = same ? null : tapped.dataset.action;
  const places = same ? [] : JSON.parse(tapped.dataset.places);
  pointHere(places.map(key));
  reapply();
  return command("point", { places });
}

export async function enter() {
  const action = chosen;
  chosen = null;
  pointHere([]);
  reapply();
  if (action !== null) await command("enter", { action });
}

// After the server has drawn the list anew: the choice stays while the action is still there.
export function reapply() {
  for (const added of list.querySelectorAll(".enter, .preview")) added.remove();
  for (const pressed of list.querySelectorAll('[aria-pressed="true"]')) pressed.setAttribute("aria-pressed", "false");
  if (chosen === null) return;
  const found = button(chosen);
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
  const look = closeLook(JSON.parse(found.dataset.places).map(key));
  if (look) found.after(look);
}
