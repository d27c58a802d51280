// The only code that draws the game table: it renders line.js’s data into the page, whatever was there before, and
// never replaces a focused element. It only draws views and never works out what is legal.
window.gameTable = (() => {
  "use strict";
  const { part, fill, make, write, keyed } = window.drawing;
  const { words, create, paint, icon } = window.gameCards;
  const data = JSON.parse(document.getElementById("table-data").textContent);
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const GLIDE_MS = 320;
  // The state to draw: the view (or a step being replayed), the lifted or questioned card, the action being sent,
  // errors, and whether the site can be reached.
  const state = {
    view: data.view,
    frame: null,
    steps: null,
    lifted: "",
    wondered: "",
    pending: null,
    problem: null,
    reached: true,
  };

  // Remove what the site rendered for readers without scripts.
  for (const drawn of document.querySelectorAll("[data-zone], [data-log], .hands .acts")) drawn.replaceChildren();

  // ---- cards
  const besideOf = (side) => [
    ...side.support,
    ...side.ships.flatMap((ship) => [ship, ...(ship.cargo ?? [])]),
    ...side.others,
    ...(side.leadership ? [{ id: `-${side.leadership}` }] : []),
    ...(side === state.view.you || side === state.frame?.you ? [] : side.open_hand),
  ];
  const factsOf = (id) => state.view.cards[id.slice(1)];
  const offersOf = (id) => (state.frame || !id ? [] : state.view.offers.filter((offer) => offer.card === id));
  const drawZone = (name, cards, dims) => {
    const zone = part(`[data-zone="${name}"]`);
    const seen = new Map();
    const keys = cards.map(({ id, marks = [] }) => {
      seen.set(id, (seen.get(id) ?? 0) + 1);
      return `${id}.${seen.get(id)}${marks.includes("covered") && !offersOf(id).length ? ".edge" : ""}`;
    });
    keyed(zone, keys, (key) => create(factsOf(key.split(".")[0]), key.endsWith("edge")));
    cards.forEach((card, at) => {
      const offers = offersOf(card.id);
      const up = state.lifted === card.id && card.id !== "";
      const dark = dims && !offers.length;
      const powers = offers.length === 1 ? offers[0].powers : null;
      paint(zone.children[at], card, factsOf(card.id), { lit: offers.length > 0, dark, up, powers });
      if (up && powers) zone.children[at].dataset.would = powers.join(" : ");
      else delete zone.children[at].dataset.would;
    });
  };
  // Cards to choose from that aren’t on the table, such as those of a draw deck, come after the hand.
  const handOf = (view, sides) => {
    const lying = sides.flatMap((side) => [...side.combat, ...besideOf(side)]).concat(view.hand);
    const there = new Set(lying.map(({ id }) => id));
    const codes = state.frame ? [] : view.offers.map(({ card }) => card).filter((id) => id && !there.has(id));
    return [...view.hand, ...[...new Set(codes)].map((id) => ({ id }))];
  };
  const drawCards = (view, shown) => {
    const choosing = view.yours && !state.frame && view.offers.some(({ card }) => card);
    for (const whose of ["opponent", "you"]) {
      drawZone(`${whose}-combat`, shown[whose].combat, false);
      drawZone(`${whose}-beside`, besideOf(shown[whose]), false);
    }
    const hand = handOf(view, [shown.opponent, shown.you]);
    part("[data-zone=hand]").dataset.cards = hand.length;
    drawZone("hand", hand, choosing);
  };

  // ---- powers, element, dragons and numbers
  const drawScore = (view, shown) => {
    const offers = offersOf(state.lifted);
    const would = offers.length === 1 ? offers[0].powers : null;
    const [you, opponent] = would ?? [shown.you.power, shown.opponent.power];
    const arena = part(".arena");
    arena.classList.toggle("in-fire", shown.element === "fire");
    arena.classList.toggle("in-earth", shown.element === "earth");
    const [mine, theirs] = ["you", "opponent"].map((whose) => part(`[data-power=${whose}]`));
    write(part("b", mine), String(you));
    write(part("b", theirs), String(opponent));
    mine.className = would ? "would" : shown.element && you >= opponent ? "ok" : "";
    write(part("[data-now]"), would ? fill(words.now, { power: shown.you.power }) : "");
    for (const one of document.querySelectorAll("[data-element]")) one.hidden = one.dataset.element !== shown.element;
    part("[data-dragons]").dataset.dragons = Math.max(-3, Math.min(3, shown.dragons));
    const held = { you: Math.max(0, shown.dragons), they: Math.max(0, -shown.dragons) };
    write(part("[data-dragons-text]"), fill(words.dragons, held));
    for (const whose of ["you", "opponent"]) {
      for (const player of document.querySelectorAll(`[data-player=${whose}]`)) {
        for (const count of ["hand", "deck"]) write(part(`[data-count=${count}]`, player), String(shown[whose][count]));
      }
    }
    const here = part("[data-here]");
    if (here) here.hidden = !view.meta.opponent_here;
    const count = view.meta.onlookers;
    part("[data-onlookers]").hidden = !count;
    write(part("[data-onlookers]"), fill(words.watching, { count }));
  };

  // ---- the question, and what can be done without a card
  const ICONS = { "@turn": "last-turn", "@down": "retrieve", back: "retrieve" };
  const button = (offer, main) => {
    const one = make(
      "button",
      { type: "button", className: main ? "btn primary" : "btn" },
      make("span", { textContent: offer.label }),
    );
    one.dataset.do = offer.do;
    if (ICONS[offer.do]) {
      one.classList.add("round");
      one.prepend(icon(ICONS[offer.do]));
      one.lastChild.className = "visually-hidden";
    }
    if (!offer.do) one.setAttribute("aria-disabled", "true");
    if (offer.powers && offer.kind !== "announce")
      one.append(make("b", { className: "num", textContent: offer.powers.join(" : ") }));
    return one;
  };
  // At the thumb: other actions first, the filled button last.
  const actsOf = (view) => {
    if (state.steps) {
      const [back, close] = [
        { do: "@back", label: words.back },
        { do: "@close", label: words.close },
      ];
      const isLast = state.steps.at === state.steps.frames.length - 1;
      return isLast ? [[back], [close, true]] : [[back], [close], [{ do: "@next", label: words.next }, true]];
    }
    if (state.frame) return [[{ do: "@skip", label: words.skip }, true]];
    if (state.pending) return [[{ do: "", label: state.reached ? words.sending : words.lost }, true]];
    const lifted = offersOf(state.lifted);
    if (lifted.length) return [[{ do: "@down", label: words.put_back }], ...lifted.map((one, at) => [one, at === 0])];
    const main = view.main;
    const others = view.yours ? view.offers.filter((one) => !one.card && one.do !== main?.do) : [];
    if (view.meta.pause !== null) others.push({ do: "wait", label: words.think });
    const turn = others.length < 2 ? [[{ do: "@turn", label: words.last_turn }]] : [];
    const back = view.meta.take_back === "free" && others.length < 3 ? [[{ do: "back", label: words.take_back }]] : [];
    const waits = { do: "", label: fill(words.wait, view.opponent) };
    return [...turn, ...back, ...others.map((one) => [one]), ...(main || !view.yours ? [[main ?? waits, true]] : [])];
  };
  const drawActs = (view) => {
    const acts = part(".hands .acts");
    const wanted = view.result && !state.steps ? [] : actsOf(view);
    const byKey = new Map(
      wanted.map(([offer, main]) => [`${offer.do}|${offer.label}|${Boolean(main)}`, [offer, main]]),
    );
    const focused = acts.contains(document.activeElement);
    keyed(acts, [...byKey.keys()], (key) => button(...byKey.get(key)));
    acts.toggleAttribute("data-many", wanted.length > 3);
    if (focused && !acts.contains(document.activeElement)) part("#ask").focus({ preventScroll: true });
  };
  const questionOf = (view) => {
    if (state.frame) return { ask: state.frame.text, say: state.frame.step ?? "" };
    if (view.result) return { ask: view.result.text, say: "" };
    const [lifted, wondered] = [factsOf(state.lifted || "-"), factsOf(state.wondered || "-")];
    const count = offersOf(state.lifted).length;
    if (lifted && count) {
      const [{ kind, label }] = offersOf(state.lifted);
      const again = kind === "play" ? words.again : fill(words.again_for, { label });
      return { ask: lifted.name, say: count > 1 ? words.choose_how : again, card: state.lifted.slice(1) };
    }
    const why = view.why[state.wondered];
    if (wondered && why)
      return { ask: fill(words.card_waits, wondered), say: why.text, card: state.wondered.slice(1), rule_url: why.url };
    return view.question ?? { ask: view.phase, say: "" };
  };
  const drawQuestion = (view) => {
    const question = questionOf(view);
    write(part("#ask"), question.ask || view.phase);
    write(part("[data-say]"), question.say || "");
    const rule = part("[data-rule]");
    rule.hidden = !question.rule_url;
    if (question.rule_url) rule.href = question.rule_url;
    part(".question").classList.toggle("asked", Boolean(question.card) && !state.lifted && !state.wondered);
    const asker = part("[data-asker]");
    const asking = state.view.cards[question.card];
    asker.hidden = !asking;
    if (asking) {
      asker.dataset.peek = `${asking.url}peek/`;
      part("img", asker).src = asking.picture;
      write(part("span", asker), asking.name);
    }
    const problem = part("[data-problem]");
    const unreached = state.pending ? words.offline : words.unreached;
    const text = state.problem?.message ?? (state.reached ? "" : unreached);
    problem.hidden = !text;
    write(problem, text);
    const log = view.last.map((one, at) => `${at}.${one.text}`);
    keyed(part("[data-log]"), log, (key) =>
      make("li", { className: "small", textContent: key.slice(key.indexOf(".") + 1) }),
    );
    const last =
      state.frame || state.lifted || state.wondered
        ? ""
        : view.last
            .slice(-2)
            .map((one) => one.text)
            .join(" ");
    write(part("[data-last]"), last);
  };
  // The time from which the win can be claimed is counted here.
  const drawClaim = () => {
    const { meta, result, heard = Date.now() } = state.view;
    const form = part("[data-notice=claim]");
    const isGone = !result && meta.claim_in !== null && (meta.may_claim || !meta.opponent_here);
    const seconds = isGone ? Math.max(0, Math.ceil(meta.claim_in - (Date.now() - heard) / 1000)) : 0;
    const time = new Date(1000 * seconds)
      .toISOString()
      .slice(11, 19)
      .replace(/^[0:]{1,4}/, "");
    write(part("[data-claim-in]", form), seconds ? fill(words.claim_in, { time }) : "");
    part(".cluster", form).hidden = seconds > 0;
    form.hidden = !isGone;
  };
  setInterval(drawClaim, 1000);
  const drawTakeBack = ({ meta, result, opponent, version }) => {
    for (const field of document.querySelectorAll("form [name=version]")) field.value = version;
    for (const one of document.querySelectorAll("[data-way-back]")) one.hidden = one.dataset.wayBack !== meta.take_back;
    part("[data-notice=back]").hidden = Boolean(result) || !meta.asks_back;
    part("[data-notice=asked]").hidden = Boolean(result) || meta.take_back !== "asked";
    const [moves, { name }] = [(meta.asks_back ?? []).join(" "), opponent];
    write(part("[data-asks-back]"), fill(moves ? words.asks_back : words.asks_back_unseen, { name, moves }));
  };
  const drawRest = (view) => {
    const { meta, result, opponent } = view;
    drawTakeBack(view);
    part("[data-notice=draw]").hidden = Boolean(result) || meta.draw_offered !== "opponent";
    part("[data-notice=offered]").hidden = Boolean(result) || meta.draw_offered !== "you";
    part("[data-notice=order]").hidden = Boolean(result) || !meta.lets_be;
    part("[data-let-be]")?.toggleAttribute("hidden", meta.lets_be);
    part("[data-notice=hands]").hidden = Boolean(result) || meta.open_hands !== "opponent";
    const agrees = ["you", "both"].includes(meta.open_hands) ? "yes" : "no";
    for (const one of document.querySelectorAll("[data-open-hands]")) one.hidden = one.dataset.openHands !== agrees;
    const lamp = part("[data-hand-onlookers]");
    lamp.hidden = Boolean(result) || meta.open_hands !== "both";
    write(part("b", lamp), String(meta.hand_onlookers));
    drawClaim();
    part("[data-result]").hidden = !result;
    part("#act").hidden = Boolean(result) && !state.steps;
    if (!result) return;
    const crystals = part("[data-crystals]");
    crystals.replaceChildren(...Array.from({ length: result.crystals }, () => make("i")));
    write(part("[data-ready]"), result.rematch.opponent ? fill(words.ready, opponent) : "");
    part("[data-rematch]").toggleAttribute("disabled", result.rematch.you);
    if (result.rematch.you && result.rematch.url) location.assign(result.rematch.url);
  };

  // ---- cards glide from where they lay: from a hand or a deck whose number stands above, too
  const placesNow = () =>
    new Map([...document.querySelectorAll("[data-id]")].map((one) => [one.dataset.id, one.getBoundingClientRect()]));
  const glide = (before) => {
    const piles = { you: part(".rail [data-count=deck]"), opponent: part(".bar [data-count=hand]") };
    for (const one of document.querySelectorAll("[data-id]")) {
      const { id } = one.dataset;
      const now = one.getBoundingClientRect();
      const pile = piles[id.startsWith(data.place) ? "you" : "opponent"]?.getBoundingClientRect();
      const then = before.get(id) ?? (pile?.width ? pile : null);
      if (!id || !then) continue;
      const [x, y] = [
        then.left + then.width / 2 - now.left - now.width / 2,
        then.top + then.height / 2 - now.top - now.height / 2,
      ];
      if (Math.hypot(x, y) < 12) continue;
      const from = { transform: `translate(${x}px, ${y}px) scale(${Math.min(1, then.width / now.width)})`, zIndex: 5 };
      one.animate([from, { transform: "none", zIndex: 5 }], { duration: GLIDE_MS, easing: "ease-out" });
    }
  };

  // ---- for screen readers: what has happened since the last announcement, then the question
  let heard = "";
  let told = [];
  let { dragons } = data.view;
  let waited = false;
  const tell = (view) => {
    const notice = part(".game > .notice:not([hidden])");
    const mark = JSON.stringify([
      view.version,
      state.frame?.text,
      state.lifted,
      state.wondered,
      state.problem?.message,
      notice?.dataset.notice,
      view.meta.may_claim,
    ]);
    if (heard === mark) return;
    const [last = [], now] = [heard && JSON.parse(heard), JSON.parse(mark)];
    const noticed = notice && (last[5] !== now[5] || last[6] !== now[6]) ? notice.innerText.replace(/\s+/g, " ") : "";
    const fresh = heard && last[0] !== view.version;
    heard = mark;
    const { ask, say } = questionOf(view);
    const happened = state.frame ? [] : view.last;
    const changed = happened.findIndex(({ turn, text }, at) => told[at]?.turn !== turn || told[at].text !== text);
    const news = fresh && changed >= 0 ? happened.slice(changed).map((one) => one.text) : [];
    if (!state.frame) told = happened;
    const offers = offersOf(state.lifted);
    const makes = offers.length === 1 && offers[0].powers;
    const would = makes ? fill(words.makes, { you: makes[0], opponent: makes[1] }) : "";
    const balance = (state.frame ?? view).dragons;
    const attracted = balance === dragons ? "" : part("[data-dragons-text]").textContent;
    dragons = balance;
    const parts = [...news, attracted, noticed, ask, would, say].filter(Boolean);
    write(part("[data-told]"), parts.map((text) => (/[.?!…]\s*$/.test(text) ? text : `${text}.`)).join(" "));
    const turn = view.yours && !state.frame ? words.your_turn : "";
    window.signals.tell(turn, waited && turn);
    waited = !turn;
  };

  const draw = () => {
    const { view } = state;
    const shown = state.frame ?? view;
    const before = calm.matches ? null : placesNow();
    if (!offersOf(state.lifted).length) state.lifted = "";
    part("#game").dataset.status = view.status;
    drawCards(view, shown);
    drawScore(view, shown);
    drawQuestion(view);
    drawActs(view);
    drawRest(view);
    tell(view);
    if (before) glide(before);
    document.dispatchEvent(new Event("game:drawn"));
  };
  return { data, words, state, draw, offersOf, icon };
})();
