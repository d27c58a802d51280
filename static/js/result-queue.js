// Results tapped on this device that the site has not confirmed: stored here, shown as waiting, sent once. A tap is
// stored before it is sent, so that neither a lost connection nor a locked phone loses it; of two for one table, the
// later one counts. Rejected ones stay visible until dismissed.
(() => {
  "use strict";
  const root = document.getElementById("result-queue");
  if (!root || !window.TenMoonsOutbox) return;
  const box = window.TenMoonsOutbox(`results ${root.dataset.key}`, root.dataset.reader);
  const onTheWay = new Set();
  let [token, sending, pause, timer] = [root.dataset.token, false, 1000, 0];

  const isResult = (form) => form?.elements?.pairing && form.elements.as && form.elements.tap;
  const say = (name, values) => root.dataset[name].replace(/\{(\w+)\}/g, (_all, key) => values[key] ?? "–");
  const waiting = () => box.items.filter((item) => !item.refused);

  // Without a network, the worker shows the copy of another round for one that was never opened.
  const round = new URLSearchParams(location.search).get("round");
  const shown = document.querySelector(".rounds a[aria-current]");
  if (document.body.dataset.kept && round && shown && !shown.search.endsWith(`=${round}`))
    document.getElementById("from-memory").prepend(say("sayAbsent", { round }), " ");

  // A score that was typed and not sent is there again after a reload, as is one that a notice has exchanged meanwhile.
  const TYPED = ["a", "b", "games_a", "games_b"];
  const drafts = `typed ${root.dataset.reader} ${root.dataset.key}`;
  const ofPairing = (form) => (isResult(form) && form.matches(".result") ? form.elements.pairing.value : "");
  let typed = {};
  try {
    typed = JSON.parse(sessionStorage.getItem(drafts) ?? "{}");
  } catch {} // a browser that keeps nothing
  const keepDraft = (pairing, values) => {
    if (values) typed[pairing] = values;
    else delete typed[pairing];
    try {
      sessionStorage.setItem(drafts, JSON.stringify(typed));
    } catch {}
  };
  const formOf = (pairing) => document.querySelector(`form:has(input[name="pairing"][value="${CSS.escape(pairing)}"])`);
  const cardOf = (pairing) =>
    document.querySelector(`[data-pairing="${CSS.escape(pairing)}"]`) ?? formOf(pairing)?.closest(".desk-table, #mine");
  const restore = () => {
    for (const [pairing, values] of Object.entries(typed)) {
      const folded = document.querySelector(`[data-pairing="${CSS.escape(pairing)}"] > .desk-line`);
      if (folded) folded.open = true;
      const form = [...document.querySelectorAll("form.result")].find((one) => ofPairing(one) === pairing);
      if (!form || form.contains(document.activeElement)) continue;
      form.closest("details")?.setAttribute("open", "");
      for (const [name, value] of Object.entries(values)) if (form.elements[name]) form.elements[name].value = value;
    }
  };
  document.addEventListener("input", (event) => {
    const { form } = event.target;
    const fields = TYPED.map((name) => form?.elements[name]).filter(Boolean);
    const values = Object.fromEntries(fields.map(({ name, value }) => [name, value]));
    if (ofPairing(form)) keepDraft(ofPairing(form), fields.some((one) => one.value !== one.defaultValue) && values);
  });
  document.addEventListener("toggle", (event) => event.target.matches(".desk-line") && restore(), true);
  for (const again of ["load", "htmx:afterSettle"]) window.addEventListener(again, restore);

  const itemOf = (form, parameters) => {
    const [a, b] = parameters.score ? parameters.score.split(":") : [parameters.a, parameters.b];
    const games =
      parameters.games_a && parameters.games_b ? [parameters.games_a, parameters.games_b].map(Number) : null;
    const player = parameters.as === "player";
    return {
      id: `${parameters.pairing}.${parameters.tap}`,
      pairing: parameters.pairing,
      round: parameters.shown,
      table: parameters.table || form.closest("[data-table]")?.dataset.table || "",
      shown: player && document.getElementById("mine")?.dataset.side === "b" ? `${b} : ${a}` : `${a} : ${b}`,
      sent: {
        crystals: [Number(a), Number(b)],
        as_player: player,
        tap: Number(parameters.tap),
        ...(player ? {} : { time_up: Boolean(parameters.time_up), outcome: parameters.outcome || "", games }),
        ...(player || parameters.before === undefined ? {} : { before: parameters.before }),
      },
      at: Date.now(),
    };
  };

  document.addEventListener("htmx:beforeSend", (event) => {
    const form = event.detail.elt;
    if (!isResult(form)) return;
    const item = itemOf(form, event.detail.requestConfig.parameters);
    keepDraft(item.pairing, null);
    box.drop(new Set(box.items.filter((one) => one.pairing === item.pairing).map((one) => one.id)));
    box.add(item);
    onTheWay.add(item.id);
    event.detail.xhr.tapped = item.id;
  });
  document.addEventListener("request:end", (event) => {
    const { xhr } = event.detail;
    if (!xhr.tapped) return;
    onTheWay.delete(xhr.tapped);
    // Sent from here if there was no response, the site is busy, or the page’s token is too old.
    const answered = xhr.status > 0 && xhr.status < 500 && ![403, 429].includes(xhr.status);
    if (answered) box.drop(new Set([xhr.tapped]));
    else later();
    render();
  });

  const freshToken = async () => {
    const answer = await fetch(root.dataset.read, { credentials: "same-origin", signal: AbortSignal.timeout(30000) });
    if (!answer.ok) throw new Error("no page");
    return new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("result-queue").dataset
      .token;
  };
  const put = (item) =>
    fetch(root.dataset.send.replace("/0/", `/${item.pairing}/`), {
      method: "PUT",
      credentials: "same-origin",
      signal: AbortSignal.timeout(30000), // a dead connection doesn’t respond for minutes
      headers: { "Content-Type": "application/json", "X-CSRFToken": token, ...box.headers },
      body: JSON.stringify(item.sent),
    });
  const deliver = async (item) => {
    token ||= await freshToken();
    let answer = await put(item);
    if (answer.status === 403) {
      token = await freshToken();
      answer = await put(item);
    }
    if (answer.status >= 500 || answer.status === 429) throw new Error("busy");
    const refused = answer.ok ? "" : ((await answer.json()).error?.message ?? answer.statusText);
    box.drop(new Set([item.id]));
    if (refused) box.add({ ...item, refused, quicker: answer.status === 409 });
  };
  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(flush, pause);
    pause = Math.min(pause * 2, 15000);
  };
  const flush = async () => {
    clearTimeout(timer);
    if (sending) return;
    sending = true;
    let sent = 0;
    try {
      for (const item of waiting()) {
        if (onTheWay.has(item.id)) continue;
        await deliver(item);
        sent += 1;
        render();
      }
      pause = 1000;
    } catch {
      later();
    }
    sending = false;
    render();
    if (sent) for (const part of document.querySelectorAll("#mine, #results")) window.htmx?.trigger(part, "ring");
  };

  // What was refused because another device was quicker can be entered over what the page shows now, which is said to the
  // site, so that a third result isn’t lost.
  const changer = (item) => {
    const before = cardOf(item.pairing).dataset.before ?? formOf(item.pairing).elements.before?.value;
    const button = Object.assign(document.createElement("button"), {
      type: "button",
      className: "btn",
      textContent: say("sayChange", { score: item.shown }),
    });
    button.addEventListener("click", () => {
      const tap = Date.now();
      box.drop(new Set([item.id]));
      box.add({ ...item, id: `${item.pairing}.${tap}`, refused: "", sent: { ...item.sent, tap, before } });
      flush();
    });
    return button;
  };
  const placeOf = (item) =>
    Object.assign(document.createElement("a"), {
      className: "btn",
      href: `${root.dataset.read}results/?round=${item.round}&table=${item.table}#table-${item.table}`,
      textContent: say("sayPlace", { round: item.round }),
    });

  const line = (item) => {
    const row = document.createElement("li");
    const time = new Date(item.at).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
    const text = say("sayLine", { round: item.round, table: item.table, score: item.shown, time });
    row.append(Object.assign(document.createElement("span"), { textContent: `${text} ${item.refused ?? ""}` }));
    const away = Object.assign(document.createElement("button"), {
      type: "button",
      className: "btn quiet",
      textContent: root.dataset[item.refused ? "sayRead" : "sayDiscard"],
    });
    away.addEventListener("click", () => {
      box.drop(new Set([item.id]));
      render();
    });
    row.append(away);
    if (item.refused && item.quicker && !item.sent.as_player)
      row.append(cardOf(item.pairing) ? changer(item) : placeOf(item));
    return row;
  };
  const render = () => {
    const items = box.items.filter((item) => !onTheWay.has(item.id));
    root.hidden = !items.length && !box.others();
    root.querySelector("ul").replaceChildren(...items.map(line));
    const [late, refused] = [items.filter((one) => !one.refused).length, items.filter((one) => one.refused).length];
    const others = box.others();
    root.querySelector("p").textContent = [
      late ? say("sayWaiting", { count: late }) : "",
      refused ? say("sayRefused", { count: refused }) : "",
      others ? say("sayOthers", { count: others }) : "",
    ].join(" ");
    document.querySelectorAll(".tap-waits").forEach((note) => note.remove());
    for (const item of items.filter((one) => !one.refused)) {
      const card = cardOf(item.pairing);
      const text = say("sayTable", { score: item.shown });
      card?.prepend(Object.assign(document.createElement("p"), { className: "tap-waits notice", textContent: text }));
    }
  };

  for (const again of ["online", "pageshow"]) window.addEventListener(again, flush);
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && flush());
  document.addEventListener("htmx:afterSettle", render);
  window.addEventListener("storage", (event) => box.isIn(event) && render());
  render();
  flush();
  // The very first visit is not the worker’s yet: it gets the page, and the desk that it leads to.
  const desk = document.querySelector("main a[href$='/results/']");
  const { pathname, search } = location;
  const links = [pathname + search, pathname, ...(desk ? [new URL(desk.href).pathname] : [])];
  if (!document.body.dataset.kept)
    navigator.serviceWorker?.ready.then(({ active }) => active.postMessage({ links, only: true }));
})();
