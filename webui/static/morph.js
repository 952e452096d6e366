// Makes an element's content equal to a piece of HTML while keeping the nodes that stay: focus, scrolling and what
// a person has folded open survive. Children are matched by `data-key`, else by position.

const parser = new DOMParser();

// What the person at the page decides, not the server.
const KEPT = { DETAILS: ["open"], BUTTON: ["data-armed"] };

export function morph(target, html) {
  const wanted = parser.parseFromString(`<body>${html}</body>`, "text/html").body;
  children(target, wanted);
}

function key(node) {
  return node.nodeType === Node.ELEMENT_NODE ? node.getAttribute("data-key") : null;
}

function alike(one, other) {
  return one.nodeType === other.nodeType && one.nodeName === other.nodeName && key(one) === key(other);
}

function children(target, wanted) {
  const byKey = new Map();
  for (const child of target.children) if (key(child) !== null) byKey.set(key(child), child);
  let at = target.firstChild;
  for (const next of [...wanted.childNodes]) {
    const name = key(next);
    let found = name === null ? at : byKey.get(name);
    if (name === null && found && key(found) !== null) found = null;
    if (found && alike(found, next)) {
      if (found === at) at = at.nextSibling;
      else target.insertBefore(found, at);
      update(found, next);
    } else {
      target.insertBefore(document.importNode(next, true), at);
    }
  }
  while (at) {
    const after = at.nextSibling;
    at.remove();
    at = after;
  }
}

function update(node, wanted) {
  if (node.nodeType !== Node.ELEMENT_NODE) {
    if (node.nodeValue !== wanted.nodeValue) node.nodeValue = wanted.nodeValue;
    return;
  }
  const kept = KEPT[node.nodeName] ?? [];
  for (const { name } of [...node.attributes]) if (!wanted.hasAttribute(name) && !kept.includes(name)) node.removeAttribute(name);
  for (const { name, value } of wanted.attributes) {
    if (!kept.includes(name) && node.getAttribute(name) !== value) node.setAttribute(name, value);
  }
  children(node, wanted);
}
