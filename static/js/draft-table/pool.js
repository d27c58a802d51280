// My cards at the table: columns by type, people, element or value as the reader left them, sums, and the curve. On a small
// screen they are a drawer that the bar opens. Drawn whenever the table says that they are others.
(() => {
  "use strict";
  const source = document.getElementById("table-data");
  if (!source) return;
  const data = JSON.parse(source.textContent);
  const { words } = data;
  const part = (selector, within = document) => within.querySelector(selector);
  const fill = (text, values = {}) => text.replace(/%\((\w+)\)s/g, (_whole, name) => values[name] ?? "");
  const make = (tag, properties = {}, ...children) => {
    const element = Object.assign(document.createElement(tag), properties);
    element.append(...children);
    return element;
  };
  const kept = (name, usual) => {
    try {
      return localStorage.getItem(`draft-${name}`) ?? usual;
    } catch {
      return usual;
    }
  };
  const keep = (name, value) => {
    try {
      localStorage.setItem(`draft-${name}`, value);
    } catch {
      /* private window */
    }
  };

  // ---- the columns
  const highest = (card) => Math.max(card.fire, card.earth);
  const groupings = {
    type: (card) => data.types[card.type],
    people: (card) => card.people,
    element: (card) => (card.fire === card.earth ? "–" : card.fire > card.earth ? words.fire : words.earth),
    value: (card) => String(highest(card)),
  };
  const grouped = (cards, by) => {
    const groups = new Map();
    const sorted = [...cards].sort(
      (a, b) =>
        (by === "value" ? highest(b) - highest(a) : by === "type" ? a.type - b.type : 0) ||
        b.fire + b.earth - (a.fire + a.earth) ||
        a.at - b.at,
    );
    for (const card of sorted) {
      const title = groupings[by](card);
      groups.set(title, [...(groups.get(title) ?? []), card]);
    }
    return groups;
  };
  // A card as a strip: what its tile shows, in one line; a tap shows it large.
  const strip = (card, powers) => {
    const tile = document.createRange().createContextualFragment(card.tile);
    const take = (selector) => part(selector, tile) ?? "";
    const name = make("span", { className: "name", textContent: card.name });
    const line = [take(".values"), name, take(".icons"), take(".moons")].filter(Boolean);
    const button = make("button", { type: "button", className: "strip" }, ...line);
    const power = take(".power");
    if (powers && power && power.textContent.trim()) button.append(power);
    button.dataset.peek = card.peek;
    button.dataset.peekTap = "";
    const item = make("li", {}, button);
    item.dataset.people = card.people.toLowerCase();
    return item;
  };
  const column = ([title, held], powers) => {
    const number = make("span", { className: "num", textContent: ` ${held.length}` });
    const head = make("h3", { className: "small muted" }, title, number);
    const group = make("div", { className: "group" }, head);
    group.append(make("ul", { className: "plain" }, ...held.map((card) => strip(card, powers))));
    group.toggleAttribute("data-long", held.length > 6);
    return group;
  };

  const chip = (text) => make("span", { className: "chip", textContent: text });
  const sumsOf = (cards) => {
    const people = cards.filter((card) => card.character);
    const sum = (name) => cards.reduce((total, card) => total + card[name], 0);
    const told = [
      `${words.characters} ${people.length}`,
      `${words.fire} ${sum("fire")}`,
      `${words.earth} ${sum("earth")}`,
    ];
    const lacks = data.deck - cards.length;
    if (lacks > 0) told.push(fill(words.to_deck, { count: lacks, deck: data.deck }));
    const mates = new Map();
    cards.flatMap((card) => card.mates).forEach((name) => mates.set(name, (mates.get(name) ?? 0) + 1));
    for (const [name, times] of mates) if (times > 1) told.push(`${name} ${times}`);
    return told;
  };
  const curve = (cards) => {
    const people = cards.filter((card) => card.character);
    if (!people.length) return "";
    const top = Math.max(...people.map(highest));
    const columns = [...Array(top + 1).keys()].map((value) => {
      const bars = ["fire", "earth"].map((element) => {
        const count = people.filter((card) => card[element] === value).length;
        const bar = make("i", { className: element, hidden: !count });
        bar.style.height = `${count * 8}px`;
        return [bar, `${words[element]} ${count}`];
      });
      const item = make("li", {}, ...bars.map(([bar]) => bar), make("b", { textContent: value }));
      item.append(make("span", { className: "visually-hidden" }, bars.map(([, told]) => told).join(", ")));
      return item;
    });
    return make("ol", { className: "plain curve", title: words.curve }, ...columns);
  };

  // ---- drawn as a whole: it changes once a pick
  let cards = [];
  const controls = () => {
    const select = make("select", {}, ...Object.keys(groupings).map((name) => new Option(words[`by_${name}`], name)));
    select.value = kept("group", "type");
    select.dataset.keeps = "group";
    select.setAttribute("aria-label", words.group);
    const box = make("input", { type: "checkbox", checked: kept("powers", "no") === "yes" });
    box.dataset.keeps = "powers";
    const close = make("button", { type: "button", className: "btn quiet drawer-close", textContent: words.close });
    close.dataset.drawer = "close";
    return make(
      "div",
      { className: "cluster" },
      make("label", { className: "check" }, box, words.powers),
      select,
      close,
    );
  };
  const draw = () => {
    const pool = part("#pool");
    if (!pool) return;
    const heading = make("h2", { id: "pool-heading", textContent: words.my_cards, tabIndex: -1 });
    const count = make("span", { className: "num muted", textContent: cards.length });
    const told = sumsOf(cards);
    const top = make("div", { className: "between" }, make("div", { className: "cluster" }, heading, count));
    if (!cards.length) {
      pool.replaceChildren(top, make("p", { className: "muted", textContent: words.empty }));
    } else {
      top.append(controls());
      const by = groupings[kept("group", "type")] ? kept("group", "type") : "type";
      const groups = [...grouped(cards, by)].map((group) => column(group, kept("powers", "no") === "yes"));
      const sums = make("p", { className: "cluster sums" }, ...told.map(chip));
      pool.replaceChildren(top, sums, make("div", { className: "columns" }, ...groups, curve(cards)));
    }
    drawHandle(told);
  };
  // The handle of the drawer stands in the bar, and says what is in it.
  const drawHandle = (told) => {
    const handle = part(".take [data-drawer]");
    if (!handle) return;
    handle.hidden = !cards.length;
    const count = make("b", { textContent: `${words.my_cards} ${cards.length}` });
    handle.replaceChildren(count, make("span", { textContent: told.slice(0, 3).join(" · ") }));
    document.dispatchEvent(new Event("bar:drawn"));
  };
  document.addEventListener("pool:changed", (event) => {
    cards = event.detail;
    draw();
  });
  document.addEventListener("packet:drawn", () => cards.length && drawHandle(sumsOf(cards)));
  document.addEventListener("change", (event) => {
    const { keeps } = event.target.dataset ?? {};
    if (!keeps) return;
    keep(keeps, event.target.type === "checkbox" ? (event.target.checked ? "yes" : "no") : event.target.value);
    draw();
    part(`[data-keeps=${keeps}]`).focus();
  });

  // ---- the drawer
  const isOpen = () => part("#pool")?.hasAttribute("data-open");
  const shut = () => {
    part("#pool").removeAttribute("data-open");
    part(".take [data-drawer]")?.setAttribute("aria-expanded", "false");
    part(".take [data-drawer]")?.focus({ preventScroll: true });
  };
  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("[data-drawer]");
    if (!button) {
      if (isOpen() && !event.target.closest("#pool, dialog")) shut();
      return;
    }
    if (isOpen()) return shut();
    part("#pool").setAttribute("data-open", "");
    button.setAttribute("aria-expanded", "true");
    part("#pool-heading").focus({ preventScroll: true });
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && isOpen() && !part("dialog[open]")) shut();
  });
})();
