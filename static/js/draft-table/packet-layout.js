// Lays the packet out so that every card of it is seen whole: in one row, in rows of three, or, where cards would be too
// small to read, side by side to be swiped through, with a strip of all. Then fits names and powers to their cards.
(() => {
  "use strict";
  // In units of the reader's text size: a card narrower or lower than this cannot be read.
  const LEAST_WIDTH = 6.1;
  const LEAST_HEIGHT = 9;
  // Narrower cards than this stand in rows of three, where rows as high as that fit.
  const ROOMY_WIDTH = 9.5;
  const ROOMY_HEIGHT = 14;
  const GAP = 8;
  const MOST_WIDTH = 236;
  const LEAST_TEXT = 8.5;
  const textSize = () => parseFloat(getComputedStyle(document.documentElement).fontSize);
  const small = window.matchMedia("(max-width: 640px), (max-height: 480px)");

  // What is left for the cards between the seats and the bar, when the table stands at the top of a small screen.
  const roomFor = (packet, strip) => {
    const above = small.matches
      ? packet.getBoundingClientRect().top - document.getElementById("table").getBoundingClientRect().top + 4
      : packet.getBoundingClientRect().top + window.scrollY;
    const bar = packet.form?.querySelector(".take") ?? packet.closest("form").querySelector(".take");
    return window.innerHeight - above - bar.offsetHeight - strip - 16;
  };
  // Rows of three, the last ones of two where three do not divide the packet.
  const inRows = (count) => {
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
    while (size > least && tooLarge(element)) element.style.fontSize = `${(size -= 0.5)}px`;
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
      shrink(power, LEAST_TEXT, high);
      power.toggleAttribute("data-cut", power.scrollHeight > power.clientHeight + 2);
    });
  };

  const layOut = () => {
    const packet = document.querySelector("[data-packet] .packet");
    if (!packet?.children.length) return;
    const count = packet.children.length;
    delete packet.dataset.layout;
    stripOf(packet).hidden = true;
    const { layout, room, rows } = chooseLayout(packet, count);
    packet.dataset.layout = layout;
    packet.style.setProperty("--room", `${Math.max(room, 150)}px`);
    packet.style.setProperty("--cards", count);
    packet.style.setProperty("--rows", rows?.length ?? 1);
    const spans = rows?.flatMap((held) => Array(held).fill(held));
    [...packet.children].forEach((choice, at) => choice.classList.toggle("wide", spans?.[at] === 2));
    drawStrip(packet, layout === "strip");
    fit(packet);
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
  for (const name of ["packet:drawn", "bar:drawn"]) document.addEventListener(name, layOut);
  document.addEventListener("htmx:afterSettle", layOut);
  window.addEventListener("resize", layOut);
  document.fonts?.ready.then(layOut);
  layOut();
})();
