// What the scripts of the table share: the data in the page, and the drawn cards.
window.draftTable = (() => {
  "use strict";
  const data = JSON.parse(document.getElementById("table-data").textContent);
  // By code, as the files arrive: a card’s markup, and its picture.
  const cards = new Map();
  const pictures = new Map();
  const { part, markup, picture } = window.drawing;
  // Each people’s whole file, whichever cards the reader has, so that requests reveal nothing about those.
  const load = (addresses, each, options) =>
    Promise.all(addresses.map(async (address) => each(Object.entries(await (await fetch(address, options)).json()))));
  const loadCards = () => load(data.tiles, (file) => file.forEach(([code, card]) => cards.set(code, card)));
  // After the cards, so that nobody waits for pictures; until then their places are empty.
  const loadPictures = () =>
    load(
      data.pictures,
      (file) => {
        for (const [code, svg] of file) pictures.set(code, svg);
        for (const place of document.querySelectorAll("[data-key] span.scene"))
          show(place, place.closest("[data-key]").dataset.key);
      },
      { priority: "low" },
    );
  const pictureOf = (code) => picture(pictures.get(code), "scene", code);
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

// My cards at the table: columns by type, people, element or value as the reader left them, sums, and the curve. On a
// small screen they are a drawer that the bar opens. Redrawn whenever the cards change.
(() => {
  "use strict";
  const { data, words, part, fill, make, markup, write } = window.draftTable;
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
  // After the draft, the cards of the deck are ticked.
  const choosing = part("#pool[data-choosing]") !== null;
  const tickable = (card, strip) => {
    const box = make("input", { type: "checkbox", name: "card", value: card.code });
    box.setAttribute("form", "new-deck");
    Object.assign(box.dataset, { fire: card.fire, earth: card.earth });
    if (card.character) box.dataset.character = "";
    return make("label", { className: "for-deck" }, box, strip);
  };
  // A card as a strip: its tile in one line; a tap shows the large card.
  const strip = (card, powers) => {
    const tile = markup(card.tile);
    const take = (selector) => part(selector, tile) ?? "";
    const name = make("span", { className: "name", textContent: card.name });
    const line = [take(".values"), name, take(".icons"), take(".moons")].filter(Boolean);
    const button = make(choosing ? "span" : "button", { className: "strip" }, ...line);
    if (!choosing) button.type = "button";
    const power = take(".power");
    if (powers && power && power.textContent.trim()) button.append(power);
    button.dataset.peek = card.peek;
    if (!choosing) button.dataset.peekTap = "";
    const item = make("li", {}, choosing ? tickable(card, button) : button);
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

  // ---- drawn anew when they change, once a pick; what is above them stays, and whoever was at a card is there again
  let cards = [];
  const powersShown = () => kept("powers", "no") === "yes";
  const buildHead = (pool) => {
    const select = make("select", {}, ...Object.keys(groupings).map((name) => new Option(words[`by_${name}`], name)));
    select.value = groupings[kept("group", "type")] ? kept("group", "type") : "type";
    select.dataset.keeps = "group";
    select.setAttribute("aria-label", words.group);
    const box = make("input", { type: "checkbox", checked: powersShown() });
    box.dataset.keeps = "powers";
    const close = make("button", { type: "button", className: "btn quiet drawer-close", textContent: words.close });
    close.dataset.drawer = "close";
    const check = make("label", { className: "check" }, box, words.powers);
    part(".between", pool).append(make("div", { className: "cluster controls" }, check, select, close));
    part("[data-plain]", pool).replaceWith(
      make("p", { className: "muted", textContent: words.empty }),
      make("p", { className: "cluster sums" }),
      make("div", { className: "columns" }),
    );
  };
  const draw = () => {
    const pool = part("#pool");
    if (!pool) return;
    const ticked = new Set([...pool.querySelectorAll("[name=card]:checked")].map((box) => box.value));
    if (!part(".controls", pool)) buildHead(pool);
    const told = sumsOf(cards);
    const focused = document.activeElement.closest?.("#pool [data-peek]")?.dataset.peek;
    write(part(".num", pool), String(cards.length));
    for (const shown of pool.querySelectorAll(".controls, .sums, .columns")) shown.hidden = !cards.length;
    part("p.muted", pool).hidden = cards.length > 0;
    part(".sums", pool).replaceChildren(...told.map(chip));
    const groups = [...grouped(cards, part("select", pool).value)].map((group) => column(group, powersShown()));
    part(".columns", pool).replaceChildren(...groups, curve(cards));
    for (const box of pool.querySelectorAll("[name=card]")) box.checked = ticked.has(box.value);
    if (focused) part(`[data-peek="${focused}"]`, pool)?.focus({ preventScroll: true });
    drawHandle(told);
  };
  // The drawer’s handle is in the bar and summarises its contents.
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
  document.addEventListener("change", (event) => {
    const { keeps } = event.target.dataset ?? {};
    if (!keeps) return;
    keep(keeps, event.target.type === "checkbox" ? (event.target.checked ? "yes" : "no") : event.target.value);
    draw();
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
