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
  // A venue screen has no hands: what does not fit is shown page by page, unless somebody is using the screen.
  let touched = 0;
  for (const kind of ["pointermove", "keydown", "wheel", "touchstart"])
    addEventListener(
      kind,
      () => {
        touched = Date.now();
      },
      { passive: true },
    );
  setInterval(() => {
    if (!document.getElementById("wall") || innerWidth < 900 || Date.now() - touched < 60_000) return;
    const bottom = document.documentElement.scrollHeight - innerHeight;
    scrollTo(0, scrollY >= bottom - 4 ? 0 : Math.min(bottom, scrollY + innerHeight * 0.85));
  }, 10_000);
})();
