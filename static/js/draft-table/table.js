// The table during a draft: keeps the newest view, from the page, the socket or, without one, from polling; sends
// picks; passes all of it to draw.js.
(() => {
  "use strict";
  const { data, words, part, fill, loadCards, loadPictures, nameOf } = window.draftTable;
  const ACK_TIMEOUT = 5000;
  const POLL_MS = 5000;
  const MAX_WAIT = 15000;
  const page = document.documentElement;

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

  // ---- what is known: the newest view wins, wherever it comes from
  const heardNow = (view) => ({ ...view, heard: Date.now() });
  const state = { view: heardNow(data.view), pending: remembered(), problem: "", reached: true };
  // The socket’s view, updated by changes; polled views are never mixed into it.
  let told = null;
  const merged = (message) => {
    const table = message.table && told?.table ? { ...told.table, ...message.table } : (message.table ?? told?.table);
    const before = message.type === "view" ? { mine: told?.mine } : told;
    return { ...before, ...(message.now ? heardNow(message) : message), table };
  };
  const take = (view) => {
    if (view.version >= state.view.version) state.view = view;
  };
  // The page of the finished draft has the same URL; start at its top.
  const endDraft = () => {
    history.scrollRestoration = "manual";
    try {
      sessionStorage.setItem("draft-focus", location.pathname);
    } catch {
      /* private window */
    }
    location.reload();
  };
  const draw = () => {
    if (state.view.status !== "drafting") return endDraft();
    if (!state.view.mine && state.pending) settle();
    return document.dispatchEvent(new CustomEvent("table:draw", { detail: state }));
  };

  // ---- picks
  let late = 0;
  const settle = (problem = "") => {
    clearTimeout(late);
    state.pending = null;
    state.problem = problem;
    remember(null);
  };
  const choose = (card) => {
    const { mine } = state.view;
    const instead = mine.packet.length ? "" : mine.chosen;
    state.pending = { id: Date.now(), round: mine.round, number: mine.number, card, instead };
    state.problem = "";
    remember(state.pending);
    transmit();
    draw();
  };
  // By the socket, once it has sent its first view; before that, and without one, like the form.
  const transmit = () => {
    clearTimeout(late);
    if (!live()) return void post();
    socket.send(JSON.stringify(state.pending));
    late = setTimeout(() => socket.close(), ACK_TIMEOUT);
  };
  let posting = false;
  const post = async () => {
    if (posting) return;
    posting = true;
    const { id, ...pick } = state.pending;
    const body = new FormData();
    for (const [name, value] of Object.entries(pick)) body.append(name, value);
    body.append("csrfmiddlewaretoken", part("#packet [name=csrfmiddlewaretoken]").value);
    try {
      const headers = { Accept: "application/json" };
      const answer = await fetch(part("#packet").action, {
        method: "POST",
        body,
        headers,
        signal: AbortSignal.timeout(30000),
      });
      if (answer.status === 403 || answer.status === 404) return void location.reload();
      const { problem, view } = await answer.json();
      hearAnswer(view);
      if (state.pending?.id === id) settle(problem);
    } catch {
      state.reached = live();
    } finally {
      posting = false;
    }
    draw();
  };
  // After the connection was lost: send the choice if it is still possible, or explain why not.
  const resume = () => {
    const { pending } = state;
    const { mine } = state.view;
    if (!pending || !mine) return;
    const { round, number, card, instead } = pending;
    const here = mine.round === round && mine.number === number;
    if (mine.pool.includes(card)) settle();
    else if (here && (mine.packet.includes(card) || (instead === mine.chosen && mine.left.includes(card)))) transmit();
    else settle(fill(words.passed, { name: nameOf(card) }));
  };

  // ---- the line
  let socket = null;
  let fresh = true;
  let wait = 500;
  let opening = 0;
  const live = () => socket?.readyState === WebSocket.OPEN && !fresh;
  const hear = (message) => {
    if (message.type === "word") return document.dispatchEvent(new CustomEvent("live:word", { detail: message }));
    if (message.type === "pick") {
      if (message.id === state.pending?.id) settle(message.ok ? "" : message.error.message);
      return message.view ? hear(message.view) : draw();
    }
    told = merged(message);
    take(told);
    page.dataset.table = "live";
    state.reached = true;
    wait = 500;
    const first = fresh;
    fresh = false;
    // Handle the pick being sent first, or the packet that arrived would be drawn as if it were being sent.
    if (first) resume();
    if (state.view.mine?.pool.includes(state.pending?.card)) settle();
    return draw();
  };
  const open = () => {
    clearTimeout(opening);
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const line = new WebSocket(`${scheme}//${location.host}/ws/drafts/${data.key}/`);
    socket = line;
    fresh = true;
    line.onopen = () => line.send('{"want":"changes"}');
    line.onmessage = (event) => hear(JSON.parse(event.data));
    line.onclose = () => {
      if (socket !== line) return;
      if (page.dataset.table === "live") page.dataset.table = "lost";
      state.reached = false;
      opening = setTimeout(open, wait * (0.5 + Math.random() * 1.5));
      wait = Math.min(wait * 2, MAX_WAIT);
      draw();
    };
  };
  const wake = () => {
    if (socket && socket.readyState > WebSocket.OPEN) {
      wait = 500;
      open();
    }
  };
  // A polled view; only the socket knows who is silent. While it is open, its view takes precedence.
  const hearAnswer = (view) => {
    state.reached = true;
    if (live()) return;
    take({ ...heardNow(view), away: state.view.away });
    if (page.dataset.table !== "live") page.dataset.table = "polled";
  };
  const ask = async () => {
    try {
      const answer = await fetch(data.live, { headers: { Accept: "application/json" } });
      hearAnswer(await answer.json());
      if (live()) return;
      resume();
    } catch {
      state.reached = live();
    }
    draw();
  };
  window.addEventListener("online", wake);
  window.addEventListener("offline", () => socket?.close());
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && wake());

  // ---- what the reader does
  document.addEventListener(
    "submit",
    (event) => {
      const form = event.target;
      if (form.id !== "packet" || !page.dataset.table || event.submitter?.name === "ahead") return;
      event.preventDefault();
      event.stopImmediatePropagation();
      const card = part("[name=card]:checked", form)?.value;
      if (card && !state.pending && card !== form.dataset.kept) choose(card);
    },
    true,
  );
  // The host lets a bot play for somebody who is away; the table says when that is possible.
  document.addEventListener("click", async (event) => {
    const button = event.target.closest?.("[data-seat-number]");
    const form = part("form[data-bot-now]");
    if (!button || !form) return;
    button.disabled = true;
    const address = form.getAttribute("action").replace(/seats\/\d+/, `seats/${button.dataset.seatNumber}`);
    const answer = await fetch(address, { method: "POST", body: new FormData(form) }).catch(() => null);
    button.disabled = Boolean(answer?.ok);
  });
  // Keys 1 to 9 choose a card, Enter takes it; u clears the choice, or takes back the last pick.
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.target.closest?.("textarea, select, input:not([type=radio])")) return;
    const radios = document.querySelectorAll("[data-packet] [name=card]");
    const undone = event.key === "u" && [...radios].find((one) => one.checked);
    const kept = undone && [...radios].find((one) => one.value === one.form.dataset.kept);
    const radio = /^[1-9]$/.test(event.key) ? radios[Number(event.key) - 1] : kept || undone;
    if (!radio) return;
    radio.checked = radio !== undone || radio === kept;
    radio.dispatchEvent(new Event("change", { bubbles: true }));
    radio.focus({ preventScroll: true });
    event.preventDefault();
  });

  // ---- the cards, once; then the script is in charge, with a socket or without
  const start = () => {
    page.dataset.table = "drawn";
    if (state.view.mine?.pool.includes(state.pending?.card)) settle();
    draw();
    open();
    document.addEventListener("table:ask", ask);
    setInterval(() => live() || ask(), POLL_MS);
    showPictures();
  };
  const showPictures = () => loadPictures().catch(() => setTimeout(showPictures, POLL_MS));
  const load = async () => {
    try {
      await loadCards();
    } catch {
      return void setTimeout(load, POLL_MS);
    }
    return start();
  };
  // If the catalogue has lost cards of this draft, the site renders each change.
  const watch = async () => {
    const answer = await fetch(data.live, { headers: { Accept: "application/json" } }).catch(() => null);
    if (answer?.ok && (await answer.json()).version !== data.view.version) location.reload();
  };
  if (data.seat !== null && !data.tiles.length) setInterval(watch, POLL_MS);
  else load();
})();
