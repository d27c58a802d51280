// Live updates: refreshes every element with data-topic and data-version when its topic has a newer version. A socket
// per topic notifies at once; while it is closed, the topic’s elements are refreshed every POLL_MS. The htmx event and
// the URL of the socket are called "ring" permanently: pages that stay open during an upgrade, such as a projector’s,
// only know that name.
(() => {
  "use strict";
  const sockets = new Map();
  const newest = new Map();
  const POLL_MS = 5000;
  const watched = () => document.querySelectorAll("[data-topic]");

  const refresh = (element) => window.htmx?.trigger(element, "ring");

  // Nothing is swapped between press and release, or while a form is being sent: the tap would be lost. Elements whose
  // swap was skipped are refreshed afterwards.
  const AFTER_RELEASE_MS = 100,
    SUBMIT_MS = 5000,
    LONGEST_PRESS_MS = 20000;
  const skipped = new Set();
  let heldUntil = 0;
  const hold = (milliseconds) => {
    heldUntil = Date.now() + milliseconds;
  };
  const release = () => {
    if (Date.now() < heldUntil) return setTimeout(release, heldUntil - Date.now());
    const elements = [...skipped].filter((element) => element.isConnected);
    skipped.clear();
    return elements.forEach(refresh);
  };
  document.addEventListener("pointerdown", () => hold(LONGEST_PRESS_MS), true);
  for (const end of ["pointerup", "pointercancel"]) {
    document.addEventListener(
      end,
      () => {
        hold(AFTER_RELEASE_MS);
        release();
      },
      true,
    );
  }
  document.addEventListener("submit", (event) => {
    if (event.defaultPrevented) return;
    hold(SUBMIT_MS);
    setTimeout(release, SUBMIT_MS);
  });
  window.addEventListener("pageshow", () => {
    heldUntil = 0;
  });
  document.addEventListener("htmx:beforeSwap", (event) => {
    const asked = event.detail.requestConfig.elt;
    if (Date.now() >= heldUntil || event.detail.requestConfig.triggeringEvent?.type !== "ring") return;
    event.detail.shouldSwap = false;
    skipped.add(asked);
  });

  // A swap removes the focus from the replaced element; its successor gets it: by id, by URL, or by position.
  const CAN_FOCUS = "a[href], button, input, select, textarea, summary";
  let focused = null;
  document.addEventListener("htmx:beforeSwap", () => {
    const element = document.activeElement;
    const place = element.parentElement?.closest("[id]");
    focused = place && { element, id: place.id, turn: [...place.querySelectorAll(CAN_FOCUS)].indexOf(element) };
  });
  document.addEventListener("htmx:afterSettle", () => {
    if (!focused || focused.element.isConnected || document.activeElement !== document.body) return;
    const { element, id, turn } = focused;
    const place = document.getElementById(id) || document;
    const address = element.getAttribute("href");
    const same =
      (element.id && document.getElementById(element.id)) ||
      (address && place.querySelector(`a[href="${CSS.escape(address)}"]`)) ||
      place.querySelectorAll(CAN_FOCUS)[turn];
    same?.focus({ preventScroll: true });
  });

  // If thousands view one page (data-spread, seconds), each refreshes after a random part of that time and not again
  // for as long. A hidden page refreshes when it becomes visible.
  const waiting = new Set();
  const askedAt = new Map();
  const refreshSoon = (element) => {
    const spread = Number(element.dataset.spread || 0) * 1000;
    if (!spread) return refresh(element);
    if (waiting.has(element) || document.hidden) return undefined;
    waiting.add(element);
    const rest = (askedAt.get(element.id) ?? -spread) + spread - performance.now();
    return setTimeout(
      () => {
        waiting.delete(element);
        if (!element.isConnected) return;
        askedAt.set(element.id, performance.now());
        refresh(element);
      },
      Math.max(Math.random() * spread, rest),
    );
  };

  const receive = (message) => {
    newest.set(message.topic, Math.max(message.version, newest.get(message.topic) ?? 0));
    for (const element of watched()) {
      if (element.dataset.topic === message.topic && Number(element.dataset.version) < message.version)
        refreshSoon(element);
    }
  };

  const open = (topic, wait = 500) => {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    // A draft’s socket also tells the server that this seat is present.
    const draft = topic.startsWith("draft.");
    const address = draft ? `/ws/drafts/${topic.slice(6)}/` : `/ws/ring/${topic}/`;
    const socket = new WebSocket(`${scheme}//${location.host}${address}`);
    sockets.set(topic, socket);
    let opened = false;
    socket.onopen = () => {
      // Changes made before the socket was open are not sent over it.
      if (draft) socket.send('{"want":"versions"}');
      // For a draft or a deck it sends the current version automatically.
      const told = draft || topic.startsWith("deck.");
      if (!told || wait > 500 || opened) watched().forEach(refreshSoon);
      opened = true;
    };
    socket.onmessage = (event) => {
      const message = JSON.parse(event.data);
      if (message.type === "word") document.dispatchEvent(new CustomEvent("live:word", { detail: message }));
      else receive({ ...message, topic });
    };
    socket.onclose = () => {
      const nextWait = opened ? 1000 : Math.min(wait * 2, 15000);
      // After a restart all pages reconnect; a random delay spreads them.
      setTimeout(() => open(topic, nextWait), nextWait * (0.5 + Math.random() * 1.5));
    };
  };

  const listen = () => {
    for (const element of watched()) {
      const topic = element.dataset.topic;
      if (!sockets.has(topic)) open(topic);
      // A fragment may be older than a notification that arrived while it was being fetched.
      if (behind(element)) refreshSoon(element);
    }
  };

  const silent = (topic) => sockets.get(topic)?.readyState !== WebSocket.OPEN;
  // The request may have been lost: send it again.
  const behind = ({ dataset }) => Number(dataset.version) < (newest.get(dataset.topic) ?? 0);
  setInterval(() => {
    for (const element of watched()) {
      if (silent(element.dataset.topic)) refresh(element);
      else if (behind(element) && !element.matches(".htmx-request")) refreshSoon(element);
    }
  }, POLL_MS);
  // A phone that wakes up refreshes at once.
  document.addEventListener(
    "visibilitychange",
    () => document.visibilityState === "visible" && watched().forEach(refresh),
  );
  window.addEventListener("online", () => watched().forEach(refresh));
  // This script is loaded on demand, so it may come before or after the others. htmx only handles refreshes once all of
  // them are there.
  const [{ domContentLoadedEventStart: loaded }] = performance.getEntriesByType("navigation");
  if (loaded) listen();
  else document.addEventListener("DOMContentLoaded", listen);
  document.addEventListener("htmx:afterSettle", listen);
})();
