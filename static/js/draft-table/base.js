// What the scripts of the table share: what stands in the page, the drawn cards, and a few ways to write elements.
window.draftTable = (() => {
  "use strict";
  const data = JSON.parse(document.getElementById("table-data").textContent);
  // By code; filled when the files of the drawn cards are there.
  const cards = new Map();
  const part = (selector, within = document) => within.querySelector(selector);
  const fill = (text, values = {}) => text.replace(/%\((\w+)\)s/g, (_whole, name) => values[name] ?? "");
  const make = (tag, properties = {}, ...children) => {
    const element = Object.assign(document.createElement(tag), properties);
    element.append(...children);
    return element;
  };
  // Markup of drawn cards comes from the site itself, from files whose address names their content.
  const markup = (text) => document.createRange().createContextualFragment(text);
  // A text is written only where it is another, so that nobody is told it twice.
  const write = (element, text) => {
    if (element && element.textContent !== text) element.textContent = text;
  };
  // The children that are to stand, one a key, in this order; those that stand already stay as they are.
  const keyed = (parent, keys, create) => {
    const standing = new Map([...parent.children].map((child) => [child.dataset.key, child]));
    for (const [key, child] of standing) if (!keys.includes(key)) child.remove();
    keys.forEach((key, at) => {
      const child = standing.get(key) ?? create(key);
      child.dataset.key = key;
      if (parent.children[at] !== child) parent.insertBefore(child, parent.children[at] ?? null);
    });
  };
  const loadCards = async () => {
    const files = data.tiles.map(async (address) => (await fetch(address)).json());
    for (const file of await Promise.all(files)) for (const [code, card] of Object.entries(file)) cards.set(code, card);
    for (const place of document.querySelectorAll("[data-key] span.scene"))
      place.replaceWith(part(".scene", tileOf(place.closest("[data-key]").dataset.key)));
  };
  // A card with the picture that came along in its file, so that no picture is asked for by itself.
  const tileOf = (code) => {
    const card = cards.get(code);
    const tile = markup(card.tile);
    card.address ??= URL.createObjectURL(new Blob([card.picture], { type: "image/svg+xml" }));
    Object.assign(part(".scene", tile), { src: card.address, loading: "eager" });
    return tile;
  };
  const nameOf = (code) => cards.get(code)?.name ?? code;
  const inOrder = (codes) => codes.filter((code) => cards.has(code)).sort((a, b) => cards.get(a).at - cards.get(b).at);
  return { data, words: data.words, cards, part, fill, make, markup, write, keyed, loadCards, tileOf, nameOf, inOrder };
})();
