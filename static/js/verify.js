// Checks the proofs of a draft in this browser (docs/drafts.md, "How fairness is shown"). It asks the site for nothing.
(() => {
  "use strict";
  const text = new TextEncoder();
  const number = (value) => {
    const out = new Uint8Array(4);
    new DataView(out.buffer).setUint32(0, value);
    return out;
  };
  const bytes = (hex) => {
    if (!/^([0-9a-f]{2})*$/i.test(hex)) throw new Error("hex");
    return Uint8Array.from(hex.match(/../g) ?? [], (two) => parseInt(two, 16));
  };
  const hex = (data) => Array.from(data, (one) => one.toString(16).padStart(2, "0")).join("");

  const digest = async (...parts) => {
    const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length + 4, 0));
    let at = 0;
    for (const part of parts) {
      all.set(number(part.length), at);
      all.set(part, at + 4);
      at += part.length + 4;
    }
    return new Uint8Array(await crypto.subtle.digest("SHA-256", all));
  };

  const leads = async (paper, proof) => {
    if (!Number.isInteger(proof.index) || proof.index < 0 || proof.index >= paper.size) return false;
    let at = await digest(
      text.encode("tenmoons leaf 1"),
      number(proof.index),
      text.encode(proof.card),
      bytes(proof.salt),
    );
    const way = proof.path.map(bytes);
    for (let index = proof.index, size = paper.size; size > 1; index >>= 1, size = (size + 1) >> 1) {
      if ((index ^ 1) >= size) continue;
      const beside = way.shift();
      if (!beside) return false;
      at =
        index % 2
          ? await digest(text.encode("tenmoons node 1"), beside, at)
          : await digest(text.encode("tenmoons node 1"), at, beside);
    }
    const root = await digest(text.encode("tenmoons root 1"), text.encode(paper.table), number(paper.size), at);
    return way.length === 0 && hex(root) === paper.commitment.toLowerCase();
  };

  const packetHolds = (paper, packet, cards) => {
    const round = paper.rounds[packet.round - 1];
    const start = paper.rounds.slice(0, packet.round - 1).reduce((sum, one) => sum + one.packet * paper.players, 0);
    const step = round.direction === "right" ? -1 : 1;
    const origin = (((paper.seat - step * (packet.number - 1)) % paper.players) + paper.players) % paper.players;
    const first = start + origin * round.packet;
    const held = new Set(packet.cards);
    return (
      held.size === round.packet - packet.number + 1 &&
      [...held].every((index) => index >= first && index < first + round.packet && cards.has(index)) &&
      [...held].some((index) => cards.get(index) === packet.kept)
    );
  };

  const check = async (paper, noted) => {
    const faults = [],
      cards = new Map();
    if (noted && noted !== paper.commitment.toLowerCase()) faults.push(["noted", ""]);
    for (const proof of paper.proofs) {
      if (!(await leads(paper, proof))) faults.push(["card", `${proof.index} (${proof.card})`]);
      cards.set(proof.index, proof.card);
    }
    if (new Set(cards.values()).size !== cards.size) faults.push(["card", "?"]);
    for (const packet of paper.packets) {
      if (!packetHolds(paper, packet, cards)) faults.push(["packet", `${packet.round}.${packet.number}`]);
    }
    return { faults, cards: cards.size };
  };

  const say = (good, ...lines) => {
    const box = document.getElementById("verdict");
    box.replaceChildren(...lines.map((line) => Object.assign(document.createElement("p"), { textContent: line })));
    box.className = good ? "notice success" : "notice error";
    box.dataset.verdict = good ? "holds" : "fails";
  };

  const run = async () => {
    const words = document.getElementById("verify").dataset;
    const file = document.getElementById("proof").files[0];
    if (!file) return;
    if (!window.crypto?.subtle) return say(false, words.insecure);
    try {
      const paper = JSON.parse(await file.text());
      if (paper.format !== "tenmoons-draft-proof/1") throw new Error("format");
      const found = await check(paper, document.getElementById("noted").value.trim().toLowerCase());
      if (found.faults.length)
        say(false, words.fails, ...found.faults.slice(0, 20).map(([kind, at]) => words[kind].replace("%s", at)));
      else say(true, words.holds.replace("%s", String(found.cards)), paper.commitment);
    } catch {
      say(false, words.broken);
    }
  };
  document.getElementById("proof").addEventListener("change", run);
  document.getElementById("noted").addEventListener("change", run);
})();
