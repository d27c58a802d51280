// What the scripts of the table share: what stands in the page, and the drawn cards.
window.draftTable = (() => {
  "use strict";
  const data = JSON.parse(document.getElementById("table-data").textContent);
  // By code, as their files come: what is drawn of a card, and the address of its picture in this page.
  const cards = new Map();
  const pictures = new Map();
  const { part, markup } = window.drawing;
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
  return { data, words: data.words, cards, ...window.drawing, ...drawing };
})();
