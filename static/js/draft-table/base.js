// What the scripts of the table share: what stands in the page, the drawn cards, and a few ways to write elements.
window.draftTable = (() => {
  "use strict";
  const data = JSON.parse(document.getElementById("table-data").textContent);
  // By code, as their files come: what is drawn of a card, and the address of its picture in this page.
  const cards = new Map();
  const pictures = new Map();
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
  // Of every people the whole file, whichever cards the reader holds: what is asked for tells nothing of them.
  const load = (addresses, each, options) =>
    Promise.all(addresses.map(async (address) => each(Object.entries(await (await fetch(address, options)).json()))));
  const loadCards = () => load(data.tiles, (file) => file.forEach(([code, card]) => cards.set(code, card)));
  // After the cards, so that nobody waits for pictures; until then their places stand empty.
  const loadPictures = () =>
    load(
      data.pictures,
      (file) => {
        for (const [code, svg] of file)
          pictures.set(code, URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" })));
        for (const place of document.querySelectorAll("[data-key] span.scene"))
          show(place, place.closest("[data-key]").dataset.key);
      },
      { priority: "low" },
    );
  const pictureOf = (code) => Object.assign(new Image(), { className: "scene", alt: "", src: pictures.get(code) });
  const show = (place, code) => pictures.has(code) && place.replaceWith(pictureOf(code));
  const tileOf = (code) => {
    const tile = markup(cards.get(code).tile);
    show(part(".scene", tile), code);
    return tile;
  };
  const nameOf = (code) => cards.get(code)?.name ?? code;
  const inOrder = (codes) => codes.filter((code) => cards.has(code)).sort((a, b) => cards.get(a).at - cards.get(b).at);
  const drawing = { loadCards, loadPictures, pictureOf, tileOf, nameOf, inOrder };
  return { data, words: data.words, cards, part, fill, make, markup, write, keyed, ...drawing };
})();
