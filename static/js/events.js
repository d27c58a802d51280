// The clock of a round counts on between two answers of the server, which alone knows how much is left.
(() => {
  "use strict";
  const shown = (left) => {
    const minutes = Math.floor(Math.abs(left) / 60);
    return `${left < 0 ? "-" : ""}${minutes}:${String(Math.abs(left) % 60).padStart(2, "0")}`;
  };
  setInterval(() => {
    for (const clock of document.querySelectorAll(".clock[data-running='1']")) {
      clock.dataset.seconds = Number(clock.dataset.seconds) - 1;
      clock.textContent = shown(Number(clock.dataset.seconds));
    }
  }, 1000);
})();
