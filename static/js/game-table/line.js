// The connection to the site: keeps the newest view, from the game’s socket or by polling; sends each action once.
(() => {
  "use strict";
  const { data, state, draw } = window.gameTable;
  const { part } = window.drawing;
  const POLL_MS = 5000;
  const ANSWER_MS = 10000;
  const MAX_WAIT = 15000;
  const page = document.documentElement;
  const calm = matchMedia("(prefers-reduced-motion: reduce)");

  // ---- the action on its way is kept in the browser until it is answered, so that a lost line loses nothing
  const place = `game-action-${location.pathname}`;
  const remember = (pending) => {
    state.pending = pending;
    try {
      if (pending) sessionStorage.setItem(place, JSON.stringify(pending));
      else sessionStorage.removeItem(place);
    } catch {
      /* private window */
    }
  };
  const remembered = () => {
    try {
      return JSON.parse(sessionStorage.getItem(place));
    } catch {
      return null;
    }
  };

  const take = (view) => {
    state.reached = true;
    if (view.version < state.view.version) return;
    const { frames = [], ...rest } = view;
    const news = view.version > state.view.version;
    // A socket gets the facts of each card once.
    const cards = [state.view, rest, ...frames].map((each) => each.cards);
    state.view = { ...rest, cards: Object.assign({}, ...cards), heard: Date.now() };
    if (!news) return;
    Object.assign(state, { lifted: "", wondered: "", problem: null });
    const first = frames.findIndex(({ by }) => by === "opponent");
    // A question that soon passes doesn’t wait for the steps before it.
    if (rest.meta.pause !== null) document.dispatchEvent(new CustomEvent("game:step", { detail: 0 }));
    else if (first >= 0 && !calm.matches)
      document.dispatchEvent(new CustomEvent("game:frames", { detail: frames.slice(first) }));
  };
  let asking = false;
  let tag = "";
  const ask = async () => {
    if (asking) return;
    asking = true;
    try {
      const address = `${data.urls.view}?since=${state.view.version}`;
      const headers = { Accept: "application/json", "If-None-Match": tag };
      const answer = await fetch(address, { headers, cache: "no-store", signal: AbortSignal.timeout(15000) });
      if (answer.status === 403 || answer.status === 404) return void location.reload();
      if (answer.ok) {
        take(await answer.json());
        tag = answer.headers.get("ETag") ?? "";
      } else state.reached = answer.status === 304;
    } catch {
      state.reached = live();
    } finally {
      asking = false;
    }
    draw();
    if (state.pending) send();
  };

  // ---- actions: the version says to which view they belong, so one that is sent again is never carried out twice
  let sending = false;
  const send = async () => {
    if (sending || !state.pending) return;
    if (live()) return void sendBySocket(socket, state.pending);
    sending = true;
    const { pending } = state;
    const body = new FormData(part("#act"));
    body.set("do", pending.do);
    body.set("version", pending.version);
    try {
      const headers = { Accept: "application/json" };
      const answer = await fetch(data.urls.act, { method: "POST", body, headers, signal: AbortSignal.timeout(30000) });
      if (answer.status === 403 || answer.status === 404) return void location.reload();
      await hear(pending, await answer.json());
    } catch {
      state.reached = false;
      state.pending.again = true;
      setTimeout(send, POLL_MS);
    } finally {
      sending = false;
    }
    draw();
  };
  const sendBySocket = (line, pending) => {
    line.send(JSON.stringify({ do: pending.do, version: pending.version, id: pending.version }));
    // Reopen a connection that died silently.
    setTimeout(() => state.pending === pending && socket === line && line.close(), ANSWER_MS);
  };
  const settle = (pending, error) => {
    remember(null);
    // The action that was sent again had arrived the first time.
    if (error && !(pending.again && error.code === "conflict")) state.problem = error;
  };
  const hear = async (pending, { error, view, ...own }) => {
    // Show step by step what the opponent has done since.
    const { computer } = state.view.opponent;
    if (!error && !calm.matches && (computer || own.turn !== state.view.turn)) await ask();
    take(error ? (view ?? state.view) : own);
    settle(pending, error);
  };
  document.addEventListener("game:act", ({ detail }) => {
    if (state.pending || !detail) return;
    state.problem = null;
    remember({ do: detail, version: state.view.version });
    draw();
    send();
  });

  // ---- the socket: views as they change, and answers to actions
  let socket = null;
  let fresh = true;
  let wait = 500;
  const live = () => socket?.readyState === WebSocket.OPEN && !fresh;
  const hearSocket = ({ id, error, view }) => {
    const { pending } = state;
    const first = fresh;
    fresh = false;
    wait = 500;
    page.dataset.game = "live";
    if (view) take(view);
    if (pending && id === pending.version) settle(pending, error);
    else if (first) send();
    draw();
  };
  const open = () => {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const line = new WebSocket(`${scheme}//${location.host}${data.urls.socket}`);
    socket = line;
    fresh = true;
    line.onopen = () => line.send(JSON.stringify({ since: state.view.version }));
    line.onmessage = ({ data: text }) => hearSocket(JSON.parse(text));
    line.onclose = () => {
      if (socket !== line) return;
      page.dataset.game = "lost";
      if (state.pending) state.pending.again = true;
      setTimeout(open, wait * (0.5 + Math.random() * 1.5));
      wait = Math.min(wait * 2, MAX_WAIT);
    };
  };
  const wake = () => document.visibilityState === "visible" && ask();
  document.addEventListener("visibilitychange", wake);
  window.addEventListener("online", wake);
  window.addEventListener("offline", () => socket?.close());
  // A page that waits for a rematch polls as well: it may have been accepted while the socket was opening.
  setInterval(() => (live() && !state.view.result?.rematch.you) || wake(), POLL_MS);

  // ---- clocks: what the view says, counted on here; at zero the site is asked what was decided
  const shown = (seconds) => {
    if (seconds >= 7200) return `${Math.floor(seconds / 3600)} h`;
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  };
  const count = () => {
    const { clock, meta, heard = 0 } = state.view;
    const pause = part("[data-pause]");
    if (pause.hidden || !pause.style.length) pause.style.setProperty("--left", `${meta.pause}s`);
    pause.hidden = meta.pause === null;
    const seconds = String(Math.max(0, Math.ceil(meta.pause - (Date.now() - heard) / 1000)));
    if (pause.textContent !== seconds) pause.textContent = seconds;
    for (const face of document.querySelectorAll("[data-clock]")) {
      const { clock: whose } = face.dataset;
      const runs = clock?.running === whose;
      const left = clock ? Math.max(0, Math.ceil((clock[whose] - (runs ? Date.now() - heard : 0)) / 1000)) : 0;
      const text = clock ? shown(left) : "";
      if (face.textContent !== text) face.textContent = text;
      face.classList.toggle("runs", runs);
      face.classList.toggle("short", runs && left <= 30);
      if (runs && left === 0 && face.checkVisibility()) wake();
    }
  };
  setInterval(count, 1000);
  document.addEventListener("game:drawn", count);

  state.view.heard = Date.now();
  const before = remembered();
  if (before?.version === state.view.version) state.pending = { ...before, again: true };
  else remember(null);
  draw();
  page.dataset.game = "drawn";
  open();
  send();
})();
