// After the draft: my cards fanned out, and in columns as at the table.
(() => {
  "use strict";
  const { data, cards, part, markup, loadCards, loadPictures, pictureOf, inOrder } = window.draftTable;
  const show = async () => {
    await loadCards();
    const codes = inOrder(data.view.mine?.pool ?? []);
    document.dispatchEvent(new CustomEvent("pool:changed", { detail: codes.map((code) => cards.get(code)) }));
    document.dispatchEvent(new Event("pool:shown"));
    await loadPictures();
    const faces = codes.map((code, at) => {
      const face = pictureOf(code);
      face.style.setProperty("--at", at - (codes.length - 1) / 2);
      return face;
    });
    part("[data-fan]").style.setProperty("--cards", codes.length);
    part("[data-fan]").replaceChildren(...faces);
  };
  show().catch(() => {
    const plain = part("noscript[data-plain]");
    plain?.replaceWith(markup(plain.textContent));
    document.dispatchEvent(new Event("pool:shown"));
  });
})();
