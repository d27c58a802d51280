// Cards of a game table, drawn from a view’s facts like templates/online/table/_card.html.
window.gameCards = (() => {
  "use strict";
  const { make, write, fill, part } = window.drawing;
  const words = JSON.parse(document.getElementById("table-words").textContent);
  const hidden = (text = "") => make("span", { className: "visually-hidden", textContent: text });
  const icon = (name) => {
    const drawn = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    drawn.setAttribute("class", "ico");
    drawn.setAttribute("aria-hidden", "true");
    const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
    use.setAttribute("href", `${words.sprite}#${name}`);
    drawn.append(use);
    return drawn;
  };
  const valuesOf = (facts) =>
    ["fire", "earth"].filter((element) => Number.isInteger(facts[element])).map((element) => [element, facts[element]]);
  // No word of a name is broken: classes of cards.css make long ones smaller.
  const lettersOf = (name) => {
    const steps = Math.ceil(Math.max(...name.split(/[\s-]+/).map((word) => word.length)) / 3);
    return steps > 3 ? `letters-${3 * steps}` : "";
  };
  const faceOf = (facts) => {
    const values = valuesOf(facts).map(([element, value]) => {
      const shield = facts.icons.includes(`shield-${element}`) ? " shielded" : "";
      return make("span", { className: `value ${element}${shield}`, textContent: value });
    });
    const icons = facts.icons.filter((name) => !name.startsWith("shield")).map(icon);
    const name = make("span", { className: "name", textContent: facts.name });
    const kind = make("span", { className: "kind", textContent: words.kinds[facts.kind] });
    const face = make(
      "span",
      { className: `card ${lettersOf(facts.name)}` },
      make("img", { className: "scene", alt: "", src: facts.picture }),
      make("span", { className: "values" }, ...values),
      make("span", { className: "icons" }, ...icons),
      make("span", { className: "head" }, name, kind),
    );
    face.dataset.people = facts.people;
    return face;
  };
  // A covered card is only an edge, too narrow to be tapped.
  const create = (facts, isEdge) => {
    const face = facts ? faceOf(facts) : make("span", { className: "card back" });
    const counts = make("b", { className: "counts" });
    const button = isEdge
      ? make("span", { className: "place" }, face, counts)
      : make("button", { type: "button", className: "place" }, face, counts);
    face.setAttribute("aria-hidden", "true");
    button.append(hidden());
    if (facts) button.dataset.peek = `${facts.url}peek/`;
    return make("li", { className: isEdge ? "edge" : "" }, button);
  };
  // What changes while a card stays in its place: its position, whether it can be used, and its label.
  const paint = (item, card, facts, { lit = false, dark = false, up = false, powers = null } = {}) => {
    const button = item.firstElementChild;
    const marks = card.marks ?? [];
    button.dataset.id = card.id;
    if (!lit && button.classList.contains("lit")) button.litUntil = performance.now();
    button.className = ["place", ...marks].join(" ");
    button.classList.toggle("lit", lit);
    button.classList.toggle("dark", dark);
    button.classList.toggle("up", up);
    if (lit) button.setAttribute("aria-pressed", up);
    else button.removeAttribute("aria-pressed");
    if (lit || dark || !facts) delete button.dataset.peekTap;
    else button.dataset.peekTap = "";
    const counts = part(".counts", button);
    counts.hidden = card.counts === undefined;
    write(counts, String(card.counts ?? ""));
    const would = powers && fill(words.makes, { you: powers[0], opponent: powers[1] });
    const spoken = facts
      ? [
          facts.name,
          words.kinds[facts.kind],
          ...valuesOf(facts).map(([element, value]) => fill(words[element], { value })),
          ...marks.map((mark) => words.marks[mark]),
          card.counts === undefined ? "" : fill(words.counts, { value: card.counts }),
        ]
      : [words.hidden];
    write(button.lastElementChild, [spoken.filter(Boolean).join(", "), would].filter(Boolean).join("; "));
  };
  return { words, create, paint, icon };
})();
