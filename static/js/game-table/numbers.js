// Adds a random number to forms that start a game, and stores it with the commitment shown before. The page of a game’s
// proof compares both.
(() => {
  "use strict";
  const KEY = "game-numbers";
  const MOST = 50;
  const kept = () => {
    try {
      return JSON.parse(localStorage.getItem(KEY)) ?? [];
    } catch {
      return [];
    }
  };
  const keep = (commitment, number) => {
    try {
      localStorage.setItem(KEY, JSON.stringify([[commitment, number], ...kept()].slice(0, MOST)));
    } catch {
      /* private window */
    }
  };
  const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const fieldOf = (form) => form.querySelector("[name=number]");
  for (const form of document.querySelectorAll("form[data-commitment]")) {
    fieldOf(form).value ||= hex(crypto.getRandomValues(new Uint8Array(16)));
  }
  document.addEventListener("submit", ({ target }) => {
    if (target.dataset.commitment) keep(target.dataset.commitment, fieldOf(target).value.trim());
  });
  const proof = document.querySelector("[data-sent]");
  const sent = proof && kept().find(([commitment]) => commitment === proof.dataset.sentAfter);
  if (sent) {
    const agrees = sent[1] === proof.dataset.sent;
    document.querySelector(agrees ? "[data-sent-agrees]" : "[data-sent-differs]").hidden = false;
  }
})();
