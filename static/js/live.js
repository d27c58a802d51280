// Live updates of a page: every element with data-topic and data-version gets the htmx event "ring" when its topic
// has a newer version. Sockets notify at once; without one the element asks every few seconds, as its own poll.
(() => {
  "use strict";
  const sockets = new Map();
  const newest = new Map();
  const POLL_MS = 5000;
  const watched = () => document.querySelectorAll("[data-topic]");

  // A draft's table draws itself from a socket of its own; only while that is not there does it need the doorbell.
  const served = (element) => "ownSocket" in element.dataset && document.documentElement.dataset.table === "live";
  const ring = (element) => !served(element) && window.htmx?.trigger(element, "ring");

  // Nothing is exchanged under a finger: what changes between press and release, or while a form is on its way, would
  // lose the tap. What came meanwhile is asked for again.
  const AFTER_RELEASE = 100,
    ON_ITS_WAY = 5000,
    LONGEST_PRESS = 20000;
  const late = new Set();
  let held = 0;
  const hold = (milliseconds) => {
    held = Date.now() + milliseconds;
  };
  const release = () => {
    if (Date.now() < held) return setTimeout(release, held - Date.now());
    const found = [...late].filter((element) => element.isConnected);
    late.clear();
    return found.forEach(ring);
  };
  document.addEventListener("pointerdown", () => hold(LONGEST_PRESS), true);
  for (const end of ["pointerup", "pointercancel"]) {
    document.addEventListener(
      end,
      () => {
        hold(AFTER_RELEASE);
        release();
      },
      true,
    );
  }
  document.addEventListener("submit", (event) => {
    if (event.defaultPrevented) return;
    hold(ON_ITS_WAY);
    setTimeout(release, ON_ITS_WAY);
  });
  window.addEventListener("pageshow", () => {
    held = 0;
  });
  document.addEventListener("htmx:beforeSwap", (event) => {
    const asked = event.detail.requestConfig.elt;
    if (Date.now() >= held || event.detail.requestConfig.triggeringEvent?.type !== "ring") return;
    event.detail.shouldSwap = false;
    late.add(asked);
  });

  // Where thousands look at one page, each asks at a moment of its own; what changes meanwhile is answered with it.
  const waiting = new Set();
  const soon = (element) => {
    const spread = Number(element.dataset.spread || 0) * 1000;
    if (!spread) return ring(element);
    if (waiting.has(element)) return undefined;
    waiting.add(element);
    return setTimeout(() => {
      waiting.delete(element);
      if (element.isConnected) ring(element);
    }, Math.random() * spread);
  };

  const heard = (message) => {
    newest.set(message.topic, Math.max(message.version, newest.get(message.topic) ?? 0));
    for (const element of watched()) {
      if (element.dataset.topic === message.topic && Number(element.dataset.version) < message.version) soon(element);
    }
  };

  const open = (topic, wait = 500) => {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    // A draft has a socket of its own: by it the server also knows that this seat is here.
    const draft = topic.startsWith("draft.");
    const address = draft ? `/ws/drafts/${topic.slice(6)}/` : `/ws/ring/${topic}/`;
    const socket = new WebSocket(`${scheme}//${location.host}${address}`);
    sockets.set(topic, socket);
    let opened = false;
    socket.onopen = () => {
      // What changed while we were away, or between the page's answer and this moment, is only found by asking.
      if (draft) socket.send('{"want":"versions"}');
      if (!draft || wait > 500 || opened) watched().forEach(soon);
      opened = true;
    };
    socket.onmessage = (event) => heard({ ...JSON.parse(event.data), topic });
    socket.onclose = () => {
      const next = opened ? 1000 : Math.min(wait * 2, 15000);
      // After a restart all come back; each at a moment of its own.
      setTimeout(() => open(topic, next), next * (0.5 + Math.random() * 1.5));
    };
  };

  const listen = () => {
    for (const element of watched()) {
      const topic = element.dataset.topic;
      if (!sockets.has(topic) && !("ownSocket" in element.dataset)) open(topic);
      // What was put in while a notice came may be older than what it was about.
      if (Number(element.dataset.version) < (newest.get(topic) ?? 0)) soon(element);
    }
  };

  const silent = (topic) => sockets.get(topic)?.readyState !== WebSocket.OPEN;
  setInterval(() => watched().forEach((element) => silent(element.dataset.topic) && ring(element)), POLL_MS);
  // A phone that wakes up asks at once.
  document.addEventListener(
    "visibilitychange",
    () => document.visibilityState === "visible" && watched().forEach(ring),
  );
  window.addEventListener("online", () => watched().forEach(ring));
  // This script is fetched where it is needed, and so mostly comes when the page is there already.
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", listen);
  else listen();
  document.addEventListener("htmx:afterSettle", listen);
})();
