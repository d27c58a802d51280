// The table while cards are drafted: takes the seat's view from the socket, draws it, and sends picks over it.
// What it draws stands in the page already; without a socket the page's forms do the same.
(() => {
  "use strict";
  const source = document.getElementById("table-data");
  if (!source || !window.WebSocket || !window.fetch) return;
  const data = JSON.parse(source.textContent);
  const { words } = data;
  if (data.seat !== null && !data.tiles.length) return;

  const ACK_TIMEOUT = 5000;
  const MAX_WAIT = 15000;
  const page = document.documentElement;
  const part = (selector, within = document) => within.querySelector(selector);
  const fill = (text, values = {}) => text.replace(/%\((\w+)\)s/g, (_whole, name) => values[name] ?? "");
  const minutes = (seconds) =>
    seconds >= 7200
      ? `${Math.floor(seconds / 3600)} h`
      : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  const make = (tag, properties = {}, ...children) => {
    const element = Object.assign(document.createElement(tag), properties);
    element.append(...children);
    return element;
  };
  // Markup of drawn cards comes from the site itself, from files whose address names their content.
  const drawn = (markup) => document.createRange().createContextualFragment(markup);

  // ---- what is known: the newest view wins
  const cards = new Map();
  let view = null;
  let mine = null;
  let offset = 0;
  const inOrder = (codes) => codes.filter((code) => cards.has(code)).sort((a, b) => cards.get(a).at - cards.get(b).at);
  const nameOf = (code) => cards.get(code)?.name ?? code;

  const merge = (message) => {
    if (view && message.version < view.version) return false;
    if (message.now) offset = Date.parse(message.now) - Date.now();
    if (message.type === "view") {
      view = message;
    } else if (view) {
      const table = message.table && view.table ? { ...view.table, ...message.table } : (message.table ?? view.table);
      view = { ...view, ...message, table };
    }
    if (message.mine === null && data.seat !== null) leaveSeat();
    if (message.mine !== undefined) mine = message.mine;
    return view !== null;
  };

  // The host has sent the reader away, or they have logged out elsewhere: the cards go, and the page says why.
  const leaveSeat = () => {
    settle();
    data.seat = null;
    for (const gone of ["#pool", "#packet-form", "#my-seat", "#notes", ".passing"]) part(gone)?.remove();
    delete part("#hand").dataset.turn;
    const told = make("p", { className: "notice", role: "alert", tabIndex: -1 }, words.no_seat);
    part("#hand").replaceChildren(told);
    told.focus({ preventScroll: true });
  };

  // ---- the pick on its way: kept in the browser until it is answered, so that a lost line loses nothing
  const place = `draft-pick-${data.key}-${data.seat}`;
  const remembered = () => {
    try {
      return JSON.parse(localStorage.getItem(place));
    } catch {
      return null;
    }
  };
  const remember = (pick) => {
    try {
      if (pick) localStorage.setItem(place, JSON.stringify(pick));
      else localStorage.removeItem(place);
    } catch {
      /* private window */
    }
  };
  let pending = remembered();
  let late = 0;

  const problem = (text) => {
    part("#problem")?.remove();
    if (text) part("#table").prepend(make("p", { id: "problem", className: "notice error", role: "alert" }, text));
  };
  const settle = (text = "") => {
    clearTimeout(late);
    pending = null;
    remember(null);
    problem(text);
  };
  const transmit = () => {
    clearTimeout(late);
    if (socket?.readyState !== WebSocket.OPEN || !view) return showSending();
    socket.send(JSON.stringify(pending));
    late = setTimeout(() => socket.close(), ACK_TIMEOUT);
    return showSending();
  };
  const choose = (card) => {
    const instead = mine.packet.length ? "" : mine.chosen;
    pending = { id: Date.now(), round: mine.round, number: mine.number, card, instead };
    remember(pending);
    problem("");
    transmit();
  };
  // After the line was lost: what was chosen is sent if it still can be, and refused in words if not.
  const resume = () => {
    if (!pending || !mine) return;
    const { round, number, card, instead } = pending;
    const here = mine.round === round && mine.number === number;
    if (mine.pool.includes(card)) settle();
    else if (here && (mine.packet.includes(card) || (instead === mine.chosen && mine.left.includes(card)))) transmit();
    else settle(fill(words.passed, { name: nameOf(card) }));
  };
  const answered = (answer) => {
    if (!pending || answer.id !== pending.id) return;
    settle(answer.ok ? "" : answer.error.message);
    if (!answer.ok) draw(true);
  };

  // ---- drawing
  const seatNamed = (number) => view.seats.find((seat) => seat.number === number)?.name ?? "";
  const drawTop = () => {
    const { table } = view;
    for (const shown of document.querySelectorAll("#live [data-direction]")) shown.dataset.direction = table.direction;
    const step = [
      table.last_deal ? words.last_deal : fill(words.round, { round: table.round, rounds: data.rounds }),
      fill(words.pick, { number: table.number, of: table.of }),
    ].join(", ");
    part("#where").textContent = view.review_until ? fill(words.before_round, { round: table.round }) : step;
    const way = part("[data-way]");
    if (!way) return;
    const at = (by) => seatNamed((data.seat + by + data.players) % data.players);
    const step1 = data.steps[table.direction];
    const names = { receiver: at(step1), giver: at(-step1) };
    way.textContent = fill(words[table.direction], names);
    part("[data-giver]").textContent = names.giver;
    part("[data-receiver]").textContent = names.receiver;
  };

  const drawSeats = () => {
    for (const seat of view.seats) {
      const item = part(`.seats [data-seat="${seat.number}"]`);
      if (!item) continue;
      const waits = view.table.awaited.includes(seat.number);
      const packets = view.table.waiting[seat.number];
      // A bot that plays already is waited for no more, whatever was heard of the seat before.
      const until = seat.is_bot ? undefined : view.away[seat.number];
      const [state, mark, does] = waits ? ["waiting", "…", words.choosing] : ["picked", "✓", words.picked];
      // Between rounds nobody can choose, so nobody is waited for.
      item.dataset.state = view.review_until ? "" : state;
      part(".seat-name", item).textContent = seat.name;
      part(".seat-mark", item).textContent = view.review_until ? "" : mark;
      part("[data-does]", item).textContent = view.review_until ? "" : does;
      part("[data-packets]", item).textContent = packets > 1 ? fill(words.packets, { count: packets }) : "";
      part("[data-away]", item).textContent = seat.is_bot && !seat.is_free ? words.bot : "";
      part("[data-away]", item).dataset.until = until ?? "";
      item.toggleAttribute("data-silent", Boolean(until));
      part("button", item)?.remove();
      if (until && data.hosting && part("form[data-bot-now]")) {
        const button = make("button", { type: "button", className: "btn quiet", textContent: words.bot_now });
        button.append(make("span", { className: "visually-hidden", textContent: ` (${seat.name})` }));
        button.dataset.seatNumber = seat.number;
        item.append(button);
      }
    }
    countDown();
  };
  const countDown = () => {
    for (const element of document.querySelectorAll("[data-until]:not([data-until=''])")) {
      const left = Math.max(0, Math.round((Date.parse(element.dataset.until) - Date.now() - offset) / 1000));
      element.textContent = fill(words.away, { time: minutes(left) });
    }
  };

  const drawSaid = () => {
    const said = part("[data-said]");
    const others = view.table.awaited.filter((number) => number !== data.seat).map(seatNamed);
    const turn = view.table.awaited.includes(data.seat) ? words.your_turn : "";
    const waiting = others.length ? fill(words.waiting_for, { names: others.join(", ") }) : "";
    if (view.paused) said.textContent = words.paused;
    else if (view.review_until) said.textContent = words.reviewing;
    else said.textContent = [turn, waiting].filter(Boolean).join(" ");
    // Beside a packet the marks of the seats show it, and the cards stay where they are when one is chosen.
    const beside = Boolean(view.review_until ? mine : turn || (mine?.chosen && mine.left.length));
    said.classList.toggle("visually-hidden", beside && !view.paused);
  };

  let clockFor = null;
  const drawClock = () => {
    const deadline = view.paused ? null : (data.queued && mine?.deadline) || view.deadline;
    if (deadline === clockFor && !view.paused) return;
    clockFor = deadline;
    part("#live .clock")?.remove();
    const line = part("#live");
    if (view.paused) {
      line.append(make("p", { className: "clock" }, make("span", { className: "chip warn" }, words.paused_short)));
    } else if (deadline) {
      const clock = part("#clock-form").content.cloneNode(true).firstElementChild;
      clock.dataset.seconds = Math.max(0, Math.round((Date.parse(deadline) - Date.now() - offset) / 1000));
      line.append(clock);
    }
  };

  const choice = (code, kept) => {
    const radio = make("input", {
      type: "radio",
      name: "card",
      value: code,
      className: "visually-hidden",
      required: true,
    });
    radio.dataset.name = nameOf(code);
    radio.checked = code === kept;
    const label = make("label", { className: "choice" }, radio, drawn(cards.get(code).tile));
    label.toggleAttribute("data-kept", code === kept);
    label.dataset.peek = cards.get(code).peek;
    return label;
  };
  // The same packet as the site has drawn it: it stays, so that no tap on it is lost and the focus does not move.
  const standsAlready = (front) => {
    if (!mine.packet.length) return false;
    const codes = inOrder(mine.packet);
    const form = part(`form[data-packet="${mine.round}.${mine.number}"]`, front);
    const shown = form && [...form.querySelectorAll("[name=card]")].map((radio) => radio.value);
    if (!shown || form.dataset.kept || form.ariaBusy === "true" || shown.join() !== codes.join()) return false;
    part("[data-take]", form).disabled = Boolean(view.paused);
    return true;
  };
  // Returns what takes the focus that was in the same packet before, null where another was there.
  const drawPacket = (front) => {
    const kept = mine.packet.length ? "" : mine.chosen;
    const codes = inOrder(kept ? [...mine.left, kept] : mine.packet);
    const piece = part("#packet-form").content.cloneNode(true);
    const form = part("form", piece);
    form.dataset.packet = `${mine.round}.${mine.number}${kept}`;
    form.dataset.kept = kept;
    form.elements.round.value = mine.round;
    form.elements.number.value = mine.number;
    form.elements.instead.value = kept;
    const packet = part(".packet", form);
    packet.replaceChildren(...codes.map((code) => choice(code, kept)));
    packet.dataset.from = view.table.direction;
    const button = part("[data-take]", form);
    const hint = part("[data-hint]", form);
    hint.textContent = codes.length === 2 ? words.two_cards : words.tap;
    if (codes.length > 2) hint.append(" ", make("span", { className: "keys" }, words.keys));
    button.disabled = Boolean(view.paused || kept);
    if (kept) {
      part("#packet-heading", piece).textContent = fill(words.you_keep, { name: nameOf(kept) });
      hint.textContent = `${fill(words.you_keep, { name: nameOf(kept) })}. ${words.change}`;
      button.dataset.take = words.instead;
      button.textContent = words.take_one;
      part("[name=ahead]", form)?.remove();
      part("#planned", form)?.remove();
    }
    // Only a packet that is new to the reader is guarded against a tap that was meant for the one before.
    const before = part("[data-packet]", front)?.dataset;
    if (kept) form.dataset.guarded = "1";
    else if (before?.packet === form.dataset.packet && before.guarded) form.dataset.guarded = before.guarded;
    const marked = before?.packet === form.dataset.packet ? part("[name=card]:checked", front)?.value : "";
    const onButton = document.activeElement === part("[data-take]", front);
    front.replaceChildren(piece);
    window.htmx?.process(front);
    document.dispatchEvent(new Event("packet:drawn"));
    const radio = marked ? mark(part(`[name=card][value="${marked}"]`, form)) : null;
    return radio && onButton && !button.disabled ? button : radio;
  };
  // What the reader has marked stays marked when the same packet is drawn again.
  const mark = (radio) => {
    if (!radio) return null;
    radio.checked = true;
    radio.dispatchEvent(new Event("change", { bubbles: true }));
    return radio;
  };
  const drawWaiting = (front) => {
    let title = mine.chosen ? fill(words.you_keep, { name: nameOf(mine.chosen) }) : words.no_packet;
    let next = data.queued ? words.queued : words.together;
    if (view.review_until) {
      title = words.review_title;
      next = words.review_next;
    }
    const heading = make("h2", { id: "packet-heading", tabIndex: -1, textContent: title });
    const text = make("p", { className: "muted", textContent: next });
    const panel = make("div", { className: "panel stack waiting" }, heading, text);
    if (mine.chosen && cards.has(mine.chosen)) {
      panel.append(make("div", { className: "kept" }, drawn(cards.get(mine.chosen).tile)));
    }
    front.replaceChildren(panel);
  };

  // A packet that goes takes the card that was kept out of it to my cards.
  const tellMotion = (front) => {
    const [before] = part("[data-packet]", front)?.dataset.packet.match(/^\d+\.\d+/) ?? [];
    if (!before || before === `${mine.round}.${mine.number}`) return;
    const shown = [...front.querySelectorAll("[name=card]")].map((radio) => radio.value);
    const detail = {
      kept: shown.find((code) => mine.pool.includes(code) || code === mine.chosen),
      direction: wayBefore,
    };
    document.dispatchEvent(new CustomEvent("packet:leaves", { detail }));
  };
  let wayBefore = data.direction;
  let handFor = "";
  const drawHand = (again) => {
    const front = part("[data-front]");
    if (!front || !mine) return;
    const now = JSON.stringify([
      mine.round,
      mine.number,
      mine.packet,
      mine.chosen,
      mine.left,
      mine.is_bot,
      view.paused,
      view.review_until,
    ]);
    if (now === handFor && !again) return;
    handFor = now;
    const hand = part("#hand");
    // As the site names it: waits, bot, paused. Another name would be told as another packet.
    const flags = [!mine.packet.length, mine.is_bot, view.paused].map((flag) => (flag ? 1 : 0)).join("");
    hand.dataset.step = `${mine.round}.${mine.number}.${flags}`;
    const turn = mine.packet.length > 0 && !mine.is_bot;
    if (turn) hand.dataset.turn = words.turn;
    else delete hand.dataset.turn;
    const focused = front.contains(document.activeElement);
    tellMotion(front);
    // A bot that plays for the reader is drawn by the site: that is rare, and has forms of its own.
    if (mine.is_bot) return void window.htmx?.trigger(part("#live"), "ring");
    const stands = !again && standsAlready(front);
    let next = null;
    if (!stands && (mine.packet.length || (mine.chosen && mine.left.length))) next = drawPacket(front);
    else if (!stands) drawWaiting(front);
    if ((focused && !stands) || document.activeElement === document.body)
      (next ?? part("#packet-heading"))?.focus({ preventScroll: true });
    if (pending) showSending();
  };
  const showSending = () => {
    const form = part("[data-packet]");
    if (!form || !pending) return;
    const button = part("[data-take]", form);
    const open = socket?.readyState === WebSocket.OPEN;
    form.setAttribute("aria-busy", "true");
    button.disabled = true;
    button.textContent = words.sending;
    if (!open) problem(fill(words.offline, { name: nameOf(pending.card) }));
  };

  // ---- my cards: pool.js draws them
  let poolFor = null;
  let poolDrawn = null;
  const drawPool = () => {
    const pool = part("#pool");
    if (!pool || !mine || (poolDrawn === pool && poolFor === mine.pool.join())) return;
    poolDrawn = pool;
    poolFor = mine.pool.join();
    const detail = inOrder(mine.pool).map((code) => cards.get(code));
    document.dispatchEvent(new CustomEvent("pool:changed", { detail }));
  };

  // The page of the finished draft has the same address; it is read from its top.
  const endDraft = () => {
    history.scrollRestoration = "manual";
    try {
      sessionStorage.setItem("draft-focus", location.pathname);
    } catch {
      /* private window */
    }
    location.reload();
  };
  // What the site has drawn meanwhile may be newer than the view of a slow line: that of another change follows.
  const overtaken = () => part(".htmx-settling") || Number(part("#live").dataset.version) > view.version;
  let undrawn = false;
  const draw = (again = false) => {
    if (view.status !== "drafting") return endDraft();
    undrawn = Boolean(overtaken());
    if (undrawn) return undefined;
    part("#live").dataset.version = view.version;
    drawTop();
    drawSeats();
    drawSaid();
    drawClock();
    drawHand(again);
    drawPool();
    wayBefore = view.table.direction;
    return document.dispatchEvent(new Event("table:drawn"));
  };

  // ---- the line
  let socket = null;
  let wait = 500;
  let opening = 0;
  let falling = 0;
  const open = () => {
    clearTimeout(opening);
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const line = new WebSocket(`${scheme}//${location.host}/ws/drafts/${data.key}/`);
    let fresh = true;
    socket = line;
    line.onopen = () => line.send('{"want":"changes"}');
    line.onmessage = (event) => {
      const message = JSON.parse(event.data);
      if (message.type === "pick") return answered(message);
      if (!merge(message)) return undefined;
      page.dataset.table = "live";
      clearTimeout(falling);
      falling = 0;
      wait = 500;
      // What was on its way is settled first, or the packet that has come would be drawn as if it were being sent.
      if (fresh) resume();
      fresh = false;
      if (pending && mine?.pool.includes(pending.card)) settle();
      return draw();
    };
    line.onclose = () => {
      if (socket !== line) return;
      if (page.dataset.table === "live") page.dataset.table = "lost";
      if (pending) showSending();
      opening = setTimeout(open, wait * (0.5 + Math.random() * 1.5));
      wait = Math.min(wait * 2, MAX_WAIT);
    };
  };
  const wake = () => {
    if (socket && socket.readyState > WebSocket.OPEN) {
      wait = 500;
      open();
    }
  };
  // The site has drawn the table over HTTP, so it can be reached: the socket is tried at once. Where there is still none
  // after a while, the page's forms do the work again, and what was not answered goes by the form or is refused in words.
  const reached = () => {
    if (page.dataset.table !== "lost") return;
    if (pending) showSending();
    wake();
    falling ||= setTimeout(fallBack, ACK_TIMEOUT);
  };
  const fallBack = async () => {
    falling = 0;
    if (page.dataset.table !== "lost") return;
    delete page.dataset.table;
    if (!pending) return;
    const answer = await fetch(`/api/v1/drafts/${data.key}/`).catch(() => null);
    const seen = answer?.ok && (await answer.json()).mine;
    if (!seen || !pending || page.dataset.table) return;
    const { round, number, card } = pending;
    const form = part("[data-packet]");
    const radio = form && part(`[name=card][value="${card}"]`, form);
    if (seen.pool.includes(card)) return void settle();
    if (!radio || seen.round !== round || seen.number !== number)
      return void settle(fill(words.passed, { name: nameOf(card) }));
    settle();
    form.removeAttribute("aria-busy");
    part("[data-take]", form).disabled = false;
    mark(radio);
    form.requestSubmit(part("[data-take]", form));
  };
  window.addEventListener("online", wake);
  window.addEventListener("offline", () => socket?.close());
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && wake());

  // ---- what the reader does
  document.addEventListener(
    "submit",
    (event) => {
      const form = event.target;
      if (!form.matches("[data-packet]") || !page.dataset.table || !mine || event.submitter?.name === "ahead") return;
      // A packet newer than our view, as the site has drawn it, goes by its form.
      if (form.elements.round.value !== `${mine.round}` || form.elements.number.value !== `${mine.number}`) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      const card = form.elements.card?.value;
      if (card && !pending && card !== form.dataset.kept) choose(card);
    },
    true,
  );
  document.addEventListener("change", (event) => {
    if (event.target.name === "card" && event.target.form?.dataset.kept) {
      const same = event.target.value === event.target.form.dataset.kept;
      part("[data-take]", event.target.form).disabled = same || Boolean(view?.paused);
    }
  });
  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("[data-seat-number]");
    const form = part("form[data-bot-now]");
    if (!button || !form) return;
    form.action = form.getAttribute("action").replace(/seats\/\d+/, `seats/${button.dataset.seatNumber}`);
    form.submit();
  });
  // Keys 1 to 9 choose a card, Enter takes it.
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.target.closest?.("textarea, select, input:not([type=radio])")) return;
    const radios = document.querySelectorAll("[data-packet] [name=card]");
    const radio = /^[1-9]$/.test(event.key) ? radios[Number(event.key) - 1] : null;
    if (radio) {
      mark(radio).focus({ preventScroll: true });
      event.preventDefault();
    }
  });
  // What the site has drawn in our place is mostly newer than what we drew. Where it was asked before the socket was back
  // and comes after the socket's view, it is as old or older, and nothing else would draw over it.
  document.addEventListener("htmx:afterSettle", () => {
    handFor = "";
    clockFor = null;
    if (page.dataset.table !== "live") return reached();
    const version = Number(part("#live")?.dataset.version);
    if (version < view.version || (undrawn && version === view.version)) draw();
    else if (version === view.version) drawPool();
    return undefined;
  });
  setInterval(countDown, 1000);

  // ---- the cards, once; then the line
  const files = data.tiles.map((address) => fetch(address).then((answer) => answer.json()));
  Promise.all(files)
    .then((loaded) => {
      for (const file of loaded) for (const [code, card] of Object.entries(file)) cards.set(code, card);
      open();
    })
    .catch(() => undefined);
})();
