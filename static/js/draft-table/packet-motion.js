// What moves at the table: the card that is kept goes to my cards, the packet leaves the way it is passed. The next one
// comes in by style alone. Nothing moves for readers who want less motion.
(() => {
  "use strict";
  const still = window.matchMedia("(prefers-reduced-motion: reduce)");
  const FLIGHT_MS = 320;
  const SLIDE_MS = 200;
  const ghost = (element) => {
    const box = element.getBoundingClientRect();
    const copy = element.cloneNode(true);
    copy.querySelectorAll("input").forEach((input) => input.remove());
    copy.inert = true;
    copy.classList.add("ghost");
    for (const side of ["left", "top", "width", "height"]) copy.style[side] = `${box[side]}px`;
    document.body.append(copy);
    return [copy, box];
  };
  const leave = (copy, frames, duration) => {
    const moving = copy.animate(frames, { duration, easing: "ease-in", fill: "forwards" });
    moving.onfinish = () => copy.remove();
    moving.oncancel = () => copy.remove();
  };
  document.addEventListener("packet:leaves", (event) => {
    if (still.matches || document.hidden) return;
    const { kept, direction } = event.detail;
    const away = direction === "right" ? 70 : -70;
    for (const choice of document.querySelectorAll("[data-packet] .choice")) {
      const [copy, box] = ghost(choice);
      if (choice.querySelector("input")?.value === kept) {
        const handle = document.querySelector(".take [data-drawer]:not([hidden])");
        const goal = (handle?.offsetParent ? handle : document.getElementById("pool")).getBoundingClientRect();
        const x = goal.left + Math.min(goal.width / 2, 120) - (box.left + box.width / 2);
        const y = Math.min(goal.top + 40, window.innerHeight - 30) - (box.top + box.height / 2);
        leave(copy, [{}, { transform: `translate(${x}px, ${y}px) scale(0.15)`, opacity: 0.4 }], FLIGHT_MS);
      } else {
        leave(copy, [{}, { transform: `translateX(${away}px)`, opacity: 0 }], SLIDE_MS);
      }
    }
  });
})();
