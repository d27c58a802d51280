// The phone between two players. Every tap becomes a note that is stored here and sent when there is a network; the
// page shows the site’s data plus unsent notes. Forms work without this file too.
(() => {
  "use strict";
  const { replay, outcome, clock, other } = window.TenMoonsTable;
  const root = document.getElementById("companion");
  if (!root) return;
  const WHOLE = new Set(["move", "combat", "support", "modifier", "phase", "crystal_cards"]);
  const SKIP = new Set(["csrfmiddlewaretoken", "kind", "game"]);
  const outbox = window.TenMoonsOutbox(`table ${root.dataset.key}`, root.dataset.reader);
  const find = (name) => root.querySelectorAll(`[data-show="${name}"]`);
  const say = (name, values = {}) =>
    Object.entries(values).reduce((text, [key, value]) => text.replaceAll(`{${key}}`, value), root.dataset[name] ?? "");

  let base = JSON.parse(root.dataset.start);
  let sending = false;
  let pause = 1000;
  let timer = 0;
  let offline = false;
  let skew = base.now - Date.now();
  let model;

  // Before November 2026, notes had no owner.
  try {
    const store = `tenmoons.table.${root.dataset.key}`;
    JSON.parse(localStorage.getItem(store) ?? "[]").forEach(outbox.add);
    localStorage.removeItem(store);
  } catch {
    // In a browser without storage there is nothing to load.
  }
  const newId = () => {
    const bytes = crypto.getRandomValues(new Uint8Array(12));
    return `n-${[...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
  };

  // What both phones will show once everything is sent.
  const compute = () => {
    const pending = outbox.items.map((note) => ({ ...note, by: base.side, at: note.at + skew }));
    const known = new Set(base.notes.map((note) => note.id));
    const notes = [...base.notes, ...pending.filter((note) => !known.has(note.id))];
    const games = base.games.map((game) => ({ ...game }));
    const crystals = { ...base.crystals };
    let { game, starter, over, winner } = base;
    const options = () => ({ game, starter, reading: base.agreed.six_cards });
    const startOf = (number) => {
      const before = games.filter((one) => one.number < number && one.winner).pop();
      return before ? other(before.winner) : base.first_starter;
    };
    const last = games[games.length - 1];
    const takenBack = new Set(pending.filter((note) => note.kind === "undo").map((note) => note.data.target));
    if (last && base.notes.some((note) => note.kind === "end" && note.game === last.number && takenBack.has(note.id))) {
      games.pop();
      if (last.winner) crystals[last.winner] -= last.crystals ?? 0;
      [game, starter, over, winner] = [last.number, startOf(last.number), false, ""];
    }
    let table = replay(notes, options());
    while (table.end && !games.some((one) => one.number === game) && !over) {
      const result = outcome(table, base.agreed);
      games.push({ number: game, status: "waiting", ...result });
      if (result.winner) crystals[result.winner] += result.crystals;
      over = !result.winner || crystals[result.winner] >= base.agreed.target;
      winner = over ? result.winner : "";
      if (over) break;
      starter = startOf(game + 1);
      game += 1;
      table = replay(notes, options());
    }
    const before = game > 1 ? replay(notes, { ...options(), game: game - 1, starter: startOf(game - 1) }) : null;
    return { notes, games, crystals, game, starter, over, winner, table, before, clock: clock(notes) };
  };

  const text = (name, value) =>
    find(name).forEach((element) => {
      if (element.textContent !== String(value)) element.textContent = value;
    });
  const hide = (name, hidden) =>
    find(name).forEach((element) => {
      element.hidden = hidden;
    });
  const fill = (name, value) =>
    root.querySelectorAll(`form [name="${name}"][type=hidden]:not([data-fixed])`).forEach((input) => {
      input.value = value;
    });
  const placed = (dragons, index) => (index < dragons ? "a" : 2 - index < -dragons ? "b" : "n");
  const nameOf = (side) => base.names[side] ?? "";

  const lines = (name, items) => {
    const [list] = find(name);
    list.replaceChildren(...items);
    list.hidden = !items.length;
  };
  const line = (...parts) => {
    const item = document.createElement("li");
    item.append(...parts);
    return item;
  };
  const accountOf = (note) =>
    say(note.kind === "bluff" ? "sayBluff" : note.kind === "end" ? "sayEnd" : "sayFight", {
      name: nameOf(note.data.winner),
      cards: (note.data.combat || 0) + (note.data.support || 0),
      number: note.data.move ?? note.game,
    });
  const button = (label, kind, target, game) => {
    const made = document.createElement("button");
    Object.assign(made, { type: "button", className: "btn", textContent: label });
    made.addEventListener("click", () => note(kind, { target }, game));
    return made;
  };

  const clashes = () => {
    const all = [...(model.before?.conflicts ?? []), ...model.table.conflicts];
    lines(
      "conflicts",
      all.map(({ note: one, why }) => {
        const buttons = base.may_note ? [button(root.dataset.sayDrop, "undo", one.id, one.game)] : [];
        if (base.may_note && (why === "differs" || why === "gap"))
          buttons.unshift(button(root.dataset.sayTake, "take", one.id, one.game));
        const row = document.createElement("div");
        row.className = "cluster";
        row.append(...buttons);
        return line(`${accountOf(one)} ${say(`why${why[0].toUpperCase()}${why.slice(1)}`)}`, row);
      }),
    );
    hide("conflict-box", !all.length);
  };

  const ticking = () => {
    const { total, since } = model.clock;
    const seconds = Math.floor((total + (since === null ? 0 : Math.max(0, Date.now() + skew - since))) / 1000);
    const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
    text("clock", (parts[0] ? parts : parts.slice(1)).map((part) => String(part).padStart(2, "0")).join(":"));
  };

  // If the focused element is gone, focus the page’s next step instead of its top.
  const stand = (before) => {
    if (before === document.body || (before.isConnected && before.checkVisibility() && !before.disabled)) return;
    const [status] = find("status");
    status.tabIndex = -1;
    status.focus({ preventScroll: true });
  };

  const render = () => {
    const focused = document.activeElement ?? document.body;
    model = compute();
    const { table, game, crystals, over, winner } = model;
    for (const side of ["a", "b"]) {
      text(`crystals-${side}`, crystals[side]);
      text(`power-${side}`, table.power[side] ?? "–");
      find(`side-${side}`).forEach((box) => {
        box.classList.toggle("acts", !over && table.turn === side);
        box.classList.toggle("won", winner === side);
      });
    }
    root.querySelectorAll("[data-dragon]").forEach((dragon) => {
      dragon.dataset.at = placed(table.dragons, Number(dragon.dataset.dragon));
    });
    const fights = table.moves.filter((one) => one.kind === "fight").length;
    const values = { name: nameOf(table.turn), winner: nameOf(winner || table.over), game, fight: fights + 1 };
    text(
      "status",
      over ? say(winner ? "sayOver" : "sayDrawn", values) : say(table.over ? "sayFourth" : "sayTurn", values),
    );
    text("element", table.element ? root.dataset[`word${table.element}`] : "–");
    text("game", say("sayGame", { number: game }));
    const phase = root.querySelector(`#phases [data-phase="${table.phase}"]`);
    text("phase", phase.dataset.name);
    text("phase-number", table.phase);
    text("may", table.turns === 1 && phase.dataset.opening ? phase.dataset.opening : phase.dataset.may);
    const topic = (table.turns === 1 && phase.dataset.askOpening) || phase.dataset.ask;
    find("ask").forEach((link) => {
      link.href = `${link.dataset.rulings}?topic=${topic}`;
    });
    hide("play", over || Boolean(table.over));
    hide("ending", over);
    hide("fourth", !table.over || over);
    if (table.over && !over)
      find("ending").forEach((fold) => {
        fold.open = true;
      });
    hide("other-ends", Boolean(table.over));
    fill("game", game);
    fill("move", table.moves.length + 1);
    root.querySelectorAll("form[data-step]").forEach((form) => {
      const step = Number(form.dataset.step);
      const turns = step === 0 || table.phase + step > 8;
      form.elements.side.value = turns ? other(table.turn) : table.turn;
      form.elements.phase.value = turns ? 1 : Math.max(1, table.phase + step);
    });
    root.querySelectorAll("form[data-side-turn] [name=side]").forEach((input) => {
      if (input.value === table.turn) input.checked = true;
    });
    root.querySelectorAll("[data-clock]").forEach((input) => {
      input.value = model.clock.since === null ? "start" : "pause";
    });
    text("clock-action", root.dataset[model.clock.since === null ? "clockStart" : "clockPause"]);
    const back = table.undoable || (model.before?.end ? model.before.end.id : "");
    fill("target", back);
    root.querySelectorAll("form[data-undo]").forEach((form) => {
      form.elements.game.value = table.undoable ? game : game - 1;
      form.querySelector("button").disabled = !back;
    });
    lines(
      "moves",
      table.moves.map((one) => line(accountOf(one))),
    );
    hide("no-moves", table.moves.length > 0);
    clashes();
    text(
      "waiting",
      outbox.items.length
        ? say(offline ? "sayOffline" : "sayWaiting", { count: outbox.items.length })
        : root.dataset.saySent,
    );
    find("waiting").forEach((element) => element.classList.toggle("warn", outbox.items.length > 0));
    const others = outbox.others();
    text("others", say("sayOthers", { count: others }));
    hide("others-box", !others);
    root.dataset.version = base.version;
    root.dataset.waiting = outbox.items.length;
    ticking();
    stand(focused);
  };

  const receive = (snapshot) => {
    if (snapshot.version < base.version) return;
    base = snapshot;
    skew = base.now - Date.now();
  };
  const refused = (messages) =>
    lines(
      "refused",
      messages.map((one) => line(one.message)),
    );

  const ask = async (address, options) => {
    const answer = await fetch(address, { credentials: "same-origin", signal: AbortSignal.timeout(30000), ...options });
    if (answer.status === 204) return null;
    const body = await answer.json();
    if (!answer.ok) throw Object.assign(new Error(body.error?.message ?? answer.statusText), { status: answer.status });
    return body;
  };

  const send = async () => {
    clearTimeout(timer);
    if (sending || !outbox.items.length) return;
    sending = true;
    // An offline copy of the page has no token; online, the page itself is loaded again.
    if (!root.dataset.token) {
      await fetch(root.dataset.read, { credentials: "same-origin", signal: AbortSignal.timeout(30000) }).then(
        () => location.reload(),
        () => (offline = true),
      );
      timer = setTimeout(send, (pause = Math.min(pause * 2, 15000)));
      sending = false;
      return render();
    }
    const batch = outbox.items.slice(0, 100);
    try {
      const headers = { "Content-Type": "application/json", "X-CSRFToken": root.dataset.token, ...outbox.headers };
      const body = JSON.stringify({ now: Date.now(), notes: batch });
      const answer = await ask(root.dataset.send, { method: "POST", headers, body });
      outbox.drop(new Set([...answer.kept, ...answer.refused.map((one) => one.id)]));
      if (answer.refused.length) refused(answer.refused);
      receive(answer.table);
      [offline, pause] = [false, 1000];
    } catch (error) {
      // Offline, or while the site is busy, it is retried; notes that were rejected stay until the page is reloaded.
      offline = true;
      if ([400, 403, 404].includes(error.status)) refused([{ message: error.message }]);
      else timer = setTimeout(send, (pause = Math.min(pause * 2, 15000)));
    }
    sending = false;
    render();
    if (outbox.items.length && !offline) send();
  };

  const note = (kind, data, game = model.game) => {
    refused([]);
    outbox.add({ id: newId(), kind, game, data, at: Date.now() });
    render();
    send();
  };

  const look = async () => {
    if (outbox.items.length) return send();
    try {
      const snapshot = await ask(`${root.dataset.read}?since=${base.version}`);
      if (snapshot) receive(snapshot);
      offline = false;
    } catch {
      offline = true;
    }
    return render();
  };

  root.addEventListener("submit", (event) => {
    const form = event.target.closest("form[data-note]");
    if (!form) return;
    event.preventDefault();
    const found = new FormData(form);
    if (event.submitter?.name) found.set(event.submitter.name, event.submitter.value);
    const data = {};
    for (const [name, value] of found) {
      if (SKIP.has(name) || value === "") continue;
      data[name] = WHOLE.has(name) ? parseInt(value, 10) : name === "value" ? Number(value.replace(",", ".")) : value;
    }
    note(form.elements.kind.value, data, Number(form.elements.game.value));
    if (form.dataset.note === "once") form.reset();
    form.closest("details")?.removeAttribute("open");
  });
  root.querySelector("[data-discard]").addEventListener("click", () => {
    outbox.discard();
    render();
  });
  root.addEventListener("ring", look);
  window.addEventListener("online", send);
  window.addEventListener("storage", (event) => {
    if (outbox.isIn(event)) look();
  });
  setInterval(ticking, 1000);
  root.classList.add("live");
  render();
  send();
})();
