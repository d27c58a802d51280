// Lays the packet out so that every card is completely visible: in one row, in rows of three, or, if cards would be too
// small to read, side by side for swiping, with a strip of all. Then fits names and powers to their cards.
(() => {
  "use strict";
  // In units of the reader’s text size: a smaller card is unreadable.
  const LEAST_WIDTH = 6.1;
  const LEAST_HEIGHT = 9;
  // Narrower cards than this are in rows of three, if rows as high as that fit.
  const ROOMY_WIDTH = 9.5;
  const ROOMY_HEIGHT = 12;
  // On a lower screen than this, everything above and below the packet shrinks.
  const CRAMPED = 16;
  const GAP = 8;
  const COLUMNS = 12;
  const MOST_WIDTH = 236;
  const LEAST_TEXT = 8.5;
  const textSize = () => parseFloat(getComputedStyle(document.documentElement).fontSize);
  // The window’s height grows while a phone zooms out because an element is too wide.
  const screenHeight = () => document.documentElement.clientHeight;
  const small = window.matchMedia("(max-width: 640px), (max-height: 480px)");

  // The height left for cards between seats and bar when the table is at the top of a small screen.
  const roomFor = (packet, strip) => {
    const above = small.matches
      ? packet.getBoundingClientRect().top - document.getElementById("table").getBoundingClientRect().top + 4
      : packet.getBoundingClientRect().top + window.scrollY;
    const bar = packet.form?.querySelector(".take") ?? packet.closest("form").querySelector(".take");
    return screenHeight() - above - bar.offsetHeight - strip - 16;
  };
  // Rows of three, the last ones of two if the number isn’t divisible; three cards as two and one. All cards of a
  // packet have one size, since none matters more: shorter rows are centred.
  const inRows = (count) => {
    if (count === 3) return [2, 1];
    if (count < 4) return [count];
    const twos = (3 - (count % 3)) % 3;
    return [...Array((count - 2 * twos) / 3).fill(3), ...Array(twos).fill(2)];
  };
  const chooseLayout = (packet, count) => {
    const unit = textSize();
    const width = packet.clientWidth;
    const room = roomFor(packet, 0);
    const reads = (wide, high) => wide >= LEAST_WIDTH * unit && high >= LEAST_HEIGHT * unit;
    const rows = inRows(count);
    const inOne = Math.min((width - GAP * (count - 1)) / count, MOST_WIDTH);
    const inThree = (width - 2 * GAP) / 3;
    const high = (room - GAP * (rows.length - 1)) / rows.length;
    const roomy = inOne >= ROOMY_WIDTH * unit || rows.length === 1 || high < ROOMY_HEIGHT * unit;
    if (roomy && reads(inOne, room)) return { layout: "row", room };
    if (reads(inThree, high)) return { layout: "grid", room, rows };
    return { layout: "strip", room: roomFor(packet, 44 + GAP) };
  };

  // ---- the strip of a packet that is swiped through
  const stripOf = (packet) => {
    const found = packet.parentElement.querySelector(".packet-strip");
    if (found) return found;
    const strip = Object.assign(document.createElement("div"), { className: "packet-strip" });
    packet.after(strip);
    return strip;
  };
  const drawStrip = (packet, shown) => {
    const strip = stripOf(packet);
    strip.hidden = !shown;
    if (!shown) return strip.replaceChildren();
    const buttons = [...packet.children].map((choice) => {
      const radio = choice.querySelector("input");
      const values = [...choice.querySelectorAll(".value")].map((value) => value.textContent.trim());
      const button = Object.assign(document.createElement("button"), { type: "button" });
      button.textContent = values.length ? values.join("·") : radio.dataset.name.slice(0, 2);
      button.setAttribute("aria-label", radio.dataset.name);
      button.setAttribute("aria-pressed", String(radio.checked));
      button.dataset.people = choice.querySelector(".card").dataset.people;
      button.addEventListener("click", () => {
        radio.checked = true;
        radio.dispatchEvent(new Event("change", { bubbles: true }));
      });
      return button;
    });
    strip.replaceChildren(...buttons);
    return seen(packet);
  };
  const seen = (packet) => {
    const edges = packet.getBoundingClientRect();
    [...stripOf(packet).children].forEach((button, at) => {
      const { left, right } = packet.children[at].getBoundingClientRect();
      button.toggleAttribute("data-seen", left >= edges.left - 2 && right <= edges.right + 2);
    });
  };

  // ---- names, kinds and powers: smaller until they fit
  const shrink = (element, least, tooLarge) => {
    element.style.fontSize = "";
    let size = parseFloat(getComputedStyle(element).fontSize);
    while (size > least && tooLarge(element)) element.style.fontSize = `${(size = Math.max(least, size - 0.5))}px`;
  };
  const fit = (packet) => {
    const wide = (one) => one.scrollWidth > one.clientWidth;
    packet.querySelectorAll(".name, .kind").forEach((one) => shrink(one, 8, wide));
    packet.querySelectorAll(".card").forEach((card) => {
      const power = card.querySelector(".power");
      const foot = card.querySelector(".foot-line");
      const high = () =>
        power.scrollHeight > power.clientHeight + 2 ||
        foot.getBoundingClientRect().bottom > card.getBoundingClientRect().bottom;
      // If even the smallest text is too long, hide the translated name and the picture.
      card.removeAttribute("data-tight");
      // A word is only broken if it is wider than the card in the smallest text.
      power.style.overflowWrap = "";
      shrink(power, LEAST_TEXT, () => wide(power) || high());
      if (wide(power)) {
        power.style.overflowWrap = "anywhere";
        shrink(power, LEAST_TEXT, high);
      }
      if (high()) {
        card.setAttribute("data-tight", "");
        shrink(power, LEAST_TEXT, high);
      }
      power.toggleAttribute("data-cut", power.scrollHeight > power.clientHeight + 2);
    });
  };

  const packetHere = () => document.querySelector("[data-packet] .packet");
  // What a layout depends on. Drawing a table reports it several times, and each layout measures every card.
  const dependsOn = (packet) => [
    textSize(),
    packet.clientWidth,
    screenHeight(),
    Math.round(roomFor(packet, 0)),
    ...packet.children,
  ];
  let laidOutFor = [];
  const layOut = () => {
    const packet = packetHere();
    if (!packet?.children.length) return;
    const now = dependsOn(packet);
    if (now.length === laidOutFor.length && now.every((one, at) => one === laidOutFor[at])) return;
    const count = packet.children.length;
    const cramped = small.matches && screenHeight() < CRAMPED * textSize();
    document.getElementById("table").toggleAttribute("data-cramped", cramped);
    delete packet.dataset.layout;
    stripOf(packet).hidden = true;
    const { layout, room, rows } = chooseLayout(packet, count);
    packet.dataset.layout = layout;
    packet.style.setProperty("--room", `${Math.max(room, 150)}px`);
    packet.style.setProperty("--cards", count);
    packet.style.setProperty("--rows", rows?.length ?? 1);
    const span = COLUMNS / Math.max(...(rows ?? [1]));
    const places = rows?.flatMap((held) =>
      [...Array(held).keys()].map((at) => 1 + (COLUMNS - held * span) / 2 + at * span),
    );
    [...packet.children].forEach(
      (choice, at) => (choice.style.gridColumn = places ? `${places[at]} / span ${span}` : ""),
    );
    drawStrip(packet, layout === "strip");
    fit(packet);
    laidOutFor = dependsOn(packet);
  };
  const layOutAgain = () => {
    laidOutFor = [];
    layOut();
  };

  document.addEventListener("change", (event) => {
    const packet = event.target.name === "card" && event.target.closest(".packet");
    if (!packet) return;
    [...stripOf(packet).children].forEach((button, at) =>
      button.setAttribute("aria-pressed", String(packet.children[at].querySelector("input").checked)),
    );
    if (packet.dataset.layout === "strip")
      event.target.closest(".choice").scrollIntoView({ block: "nearest", inline: "nearest" });
  });
  document.addEventListener(
    "scroll",
    (event) => event.target.matches?.(".packet[data-layout=strip]") && seen(event.target),
    true,
  );
  // The part above the packet may grow by a line when somebody is away, which leaves less room.
  new ResizeObserver(() => layOut()).observe(document.getElementById("live"));
  for (const name of ["packet:drawn", "bar:drawn", "table:drawn"]) document.addEventListener(name, layOut);
  window.addEventListener("resize", layOut);

  // On a small screen the table scrolls to the top edge; the navigation is above it. Turning the phone does it again.
  const bringUp = () => {
    const top = document.getElementById("table").getBoundingClientRect().top + window.scrollY - 4;
    if (small.matches && !location.hash) window.scrollTo(0, top);
  };
  // The previous page had the same URL, so the browser may have restored its scroll position.
  let moved = false;
  for (const name of ["touchmove", "wheel", "keydown"])
    window.addEventListener(name, () => (moved = true), { once: true, passive: true });
  window.addEventListener("load", () => setTimeout(() => moved || bringUp(), 0));
  window.matchMedia("(orientation: landscape)").addEventListener("change", () => {
    if (document.querySelector("[data-packet]")) requestAnimationFrame(bringUp);
  });
  document.fonts?.ready.then(layOutAgain);
  // A font weight may be requested, and loaded, only after the first cards were laid out.
  document.fonts?.addEventListener("loadingdone", layOutAgain);
  if (!window.scrollY) bringUp(); // on a slow connection, the last file, and with it "load", comes long after the cards
})();

// Animations of the table: the chosen card goes to my cards, and the packet leaves in the direction of passing. The
// next one appears by CSS alone. There is no motion for readers who prefer less.
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
