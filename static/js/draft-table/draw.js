// The only code that draws the table during a draft: it renders a view into the page, whatever was there before, and
// never replaces a focused element. Without scripts, the same page has forms.
(() => {
  "use strict";
  const { data, words, cards, part, fill, make, write, keyed, tileOf, nameOf, inOrder } = window.draftTable;
  const GUARD_MS = 300;
  // The state to draw: the view, the pick being sent, errors, and whether the site can be reached.
  let state = { view: data.view, pending: null, problem: "", reached: true };
  // How far the site’s clock is ahead of ours.
  let ahead = 0;
  let guardedUntil = 0;

  // ---- the line above, and the seats
  const seatNamed = (number) => state.view.seats.find((seat) => seat.number === number)?.name ?? "";
  const drawTop = ({ table, review_until: reviewing }) => {
    for (const shown of document.querySelectorAll("#live [data-direction]")) shown.dataset.direction = table.direction;
    const step = table.last_deal ? words.last_deal : fill(words.round, { ...table, rounds: data.rounds });
    write(part("#where"), reviewing ? fill(words.before_round, table) : `${step}, ${fill(words.pick, table)}`);
    const way = part("[data-way]");
    if (!way) return;
    const at = (by) => seatNamed((data.seat + by + data.players) % data.players);
    const names = { receiver: at(data.steps[table.direction]), giver: at(-data.steps[table.direction]) };
    write(way, fill(words[table.direction], names));
    write(part("[data-giver]"), names.giver);
    write(part("[data-receiver]"), names.receiver);
  };
  const drawSeats = ({ seats, table, away, review_until: reviewing }) => {
    for (const seat of seats) {
      const item = part(`.seats [data-seat="${seat.number}"]`);
      if (!item) continue;
      const waits = table.awaited.includes(seat.number);
      const packets = table.waiting[seat.number];
      const [doing, mark, does] = waits ? ["waiting", "…", words.choosing] : ["picked", "✓", words.picked];
      // Between rounds nobody can choose, so nobody is waited for.
      item.dataset.state = reviewing ? "" : doing;
      write(part(".seat-name", item), seat.name);
      write(part(".seat-mark", item), reviewing ? "" : mark);
      write(part("[data-does]", item), reviewing ? "" : does);
      write(part("[data-packets]", item), packets > 1 ? fill(words.packets, { count: packets }) : "");
      write(part("[data-away]", item), seat.is_bot && !seat.is_free ? words.bot : "");
      item.toggleAttribute("data-silent", Boolean(silentUntil(seat, away)));
    }
    const silent = seats.filter((seat) => silentUntil(seat, away)).map((seat) => String(seat.number));
    keyed(part("[data-silent-seats]"), silent, silentSeat);
    countDown();
  };
  // A seat played by a bot isn’t waited for, whatever its last known state.
  const silentUntil = (seat, away) => (seat.is_bot ? undefined : away[seat.number]);
  const silentSeat = (number) => {
    const item = make("li", {}, make("span"));
    if (!data.hosting || !part("form[data-bot-now]")) return item;
    const button = make("button", { type: "button", className: "btn quiet", textContent: words.bot_now });
    button.append(make("span", { className: "visually-hidden", textContent: ` (${seatNamed(Number(number))})` }));
    button.dataset.seatNumber = number;
    item.append(button);
    return item;
  };
  const minutes = (seconds) =>
    seconds >= 7200
      ? `${Math.floor(seconds / 3600)} h`
      : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  const countDown = () => {
    for (const item of part("[data-silent-seats]").children) {
      const until = Date.parse(state.view.away[item.dataset.key]);
      const time = minutes(Math.max(0, Math.round((until - Date.now() - ahead) / 1000)));
      write(item.firstElementChild, fill(words.away, { name: seatNamed(Number(item.dataset.key)), time }));
    }
  };
  const drawSaid = ({ mine, table, paused, review_until: reviewing }) => {
    const said = part("[data-said]");
    const others = table.awaited.filter((number) => number !== data.seat).map(seatNamed);
    const turn = table.awaited.includes(data.seat) ? words.your_turn : "";
    const waiting = others.length ? fill(words.waiting_for, { names: others.join(", ") }) : "";
    write(said, paused ? words.paused : reviewing ? words.reviewing : [turn, waiting].filter(Boolean).join(" "));
    // Beside a packet, the seats’ marks show it, so that the cards don’t move when one is chosen.
    const beside = Boolean(reviewing ? mine : turn || (mine?.chosen && mine.left.length));
    said.classList.toggle("visually-hidden", beside && !paused);
  };
  const drawClock = ({ mine, paused, deadline }) => {
    const due = (data.queued && mine?.deadline) || deadline;
    const clock = part("#live [role=timer]");
    part("[data-stopped]").hidden = !paused;
    clock.hidden = Boolean(paused) || !due;
    delete clock.dataset.seconds;
    if (clock.hidden) delete clock.dataset.ends;
    else clock.dataset.ends = Date.parse(due) - ahead;
  };

  // ---- what lies in front of the reader: a packet, nothing yet, or a bot that plays
  const choice = (code) => {
    const radio = make("input", { type: "radio", name: "card", value: code, className: "visually-hidden" });
    radio.required = true;
    radio.dataset.name = nameOf(code);
    const at = make("span", { className: "visually-hidden" });
    at.dataset.at = "";
    const label = make("label", { className: "choice" }, at, radio, tileOf(code));
    label.dataset.peek = cards.get(code).peek;
    label.dataset.new = "";
    return label;
  };
  // When a packet leaves, the chosen card moves from it to my cards.
  const leave = (form, mine) => {
    const shown = [...form.querySelectorAll("[name=card]")].map((radio) => radio.value);
    const kept = shown.find((code) => mine.pool.includes(code) || code === mine.chosen);
    const direction = part(".packet", form).dataset.from;
    document.dispatchEvent(new CustomEvent("packet:leaves", { detail: { kept, direction } }));
  };
  let packetFor = "";
  const drawPacket = (form, { mine, table, paused }, shown) => {
    const packet = part(".packet", form);
    const kept = mine.packet.length ? "" : mine.chosen;
    const codes = shown ? inOrder(kept ? [...mine.left, kept] : mine.packet) : [];
    const place = shown ? `${mine.round}.${mine.number}` : "";
    const another = (form.dataset.packet ?? "") !== place;
    const exchanged = form.dataset.kept !== kept;
    if (another && form.dataset.packet) leave(form, mine);
    form.hidden = !shown;
    if (shown) form.dataset.packet = place;
    else delete form.dataset.packet;
    form.dataset.kept = shown ? kept : "";
    form.elements.round.value = mine.round;
    form.elements.number.value = mine.number;
    form.elements.instead.value = shown ? kept : "";
    // Only a packet that is new to the reader is protected against a tap meant for the previous one.
    if (another) {
      packet.replaceChildren();
      write(part("#planned"), words.no_plan);
      if (shown && !kept) guardedUntil = Date.now() + GUARD_MS;
      setTimeout(drawButton, GUARD_MS + 1);
    }
    packet.dataset.from = table.direction;
    keyed(packet, codes, choice);
    for (const [at, label] of [...packet.children].entries()) {
      write(part("[data-at]", label), `${fill(words.at, { number: at + 1, count: codes.length })} `);
      label.toggleAttribute("data-kept", label.dataset.key === kept);
      if (another || exchanged) part("input", label).checked = label.dataset.key === kept;
    }
    const hint = codes.length === 2 ? words.two_cards : words.tap;
    const keeps = `${fill(words.you_keep, { name: nameOf(kept) })}. ${words.change}`;
    write(part("[data-hint-text]", form), paused ? words.stopped : kept ? keeps : hint);
    part("[data-hint-text]", form).className = !paused && !kept && hint === words.tap ? "scripted" : "";
    part(".keys", form).hidden = Boolean(paused || kept) || codes.length < 3;
    for (const one of form.querySelectorAll("[name=ahead], #planned")) one.hidden = Boolean(kept);
    const now = [place, kept, ...codes].join();
    const changed = packetFor !== now;
    packetFor = now;
    return { another, changed: changed && shown };
  };
  const drawWaiting = (panel, { mine, review_until: reviewing }, shown) => {
    panel.hidden = !shown;
    write(part("p", panel), reviewing ? words.review_next : data.queued ? words.queued : words.together);
    keyed(part(".kept", panel), shown ? inOrder([mine.chosen]) : [], (code) => make("div", {}, tileOf(code)));
  };
  const headingFor = ({ mine, review_until: reviewing }, front) => {
    if (front === "bot") return words.bot_plays;
    if (reviewing) return words.review_title;
    if (mine.packet.length) return words.packet;
    return mine.chosen ? fill(words.you_keep, { name: nameOf(mine.chosen) }) : words.no_packet;
  };
  const drawHand = (view) => {
    const { mine } = view;
    if (!mine) return;
    const [hand, front] = [part("#hand"), part("[data-front]")];
    const [heading, form] = [part("#packet-heading"), part("#packet")];
    const held = front.contains(document.activeElement) ? document.activeElement : null;
    const packet = mine.packet.length > 0 || Boolean(mine.chosen && mine.left.length);
    const shown = mine.is_bot ? "bot" : packet ? "packet" : "waiting";
    // A packet with another name is announced as a new one.
    const flags = [!mine.packet.length, mine.is_bot, view.paused].map((flag) => (flag ? 1 : 0)).join("");
    hand.dataset.step = `${mine.round}.${mine.number}.${flags}`;
    hand.dataset.turn = mine.packet.length && !mine.is_bot ? words.turn : "";
    part("[data-bot]").hidden = shown !== "bot";
    drawWaiting(part("[data-waiting]"), view, shown === "waiting");
    const { another, changed } = drawPacket(form, view, shown === "packet");
    write(heading, headingFor(view, shown));
    heading.classList.toggle("visually-hidden", shown === "packet");
    drawButton();
    if (changed) document.dispatchEvent(new Event("packet:drawn"));
    const lost = held && (another || !held.isConnected || held.disabled || held.closest("[hidden]"));
    if (lost || document.activeElement === document.body) heading.focus({ preventScroll: true });
  };
  // The button names the card it takes, or the one being sent.
  const drawButton = () => {
    const form = part("#packet");
    if (!form) return;
    const { view, pending } = state;
    const { kept } = form.dataset;
    const marked = part("[name=card]:checked", form);
    const chosen = marked && marked.value !== kept;
    const button = part("[data-take]", form);
    const takes = kept ? words.instead : words.take;
    const idle = kept ? words.take_one : words.take_it;
    write(button, pending ? words.sending : chosen ? takes.replace("%s", marked.dataset.name) : idle);
    button.disabled = Boolean(pending || view.paused || (kept ? !chosen : Date.now() < guardedUntil));
    if (pending) form.setAttribute("aria-busy", "true");
    else form.removeAttribute("aria-busy");
  };
  const drawProblem = ({ problem, pending, reached }) => {
    const place = part("#problem");
    const text = problem || (pending && !reached ? fill(words.offline, { name: nameOf(pending.card) }) : "");
    place.hidden = !text;
    write(place, text);
  };

  // ---- my cards: pool.js draws them
  let poolFor = null;
  const drawPool = ({ mine }) => {
    if (!mine || poolFor === mine.pool.join()) return;
    poolFor = mine.pool.join();
    const detail = inOrder(mine.pool).map((code) => cards.get(code));
    document.dispatchEvent(new CustomEvent("pool:changed", { detail }));
  };
  // The host has removed the reader, or they have logged out elsewhere: remove the cards, and say why.
  const leaveSeat = () => {
    data.seat = null;
    for (const gone of ["#my-seat", "#notes", ".passing"]) part(gone)?.remove();
    const told = make("p", { className: "notice", role: "alert", tabIndex: -1 }, words.no_seat);
    part("#hand").replaceChildren(told);
    part("#hand").dataset.turn = "";
    told.focus({ preventScroll: true });
  };

  const draw = ({ detail }) => {
    state = detail;
    const { view } = state;
    ahead = Date.parse(view.now) - view.heard;
    if (!view.mine && data.seat !== null) leaveSeat();
    drawTop(view);
    drawSeats(view);
    drawSaid(view);
    drawClock(view);
    drawHand(view);
    drawProblem(state);
    drawPool(view);
    document.dispatchEvent(new Event("table:drawn"));
  };
  document.addEventListener("table:draw", draw);
  document.addEventListener("change", (event) => event.target.name === "card" && drawButton());
  setInterval(countDown, 1000);
  drawButton();
})();
