// Checks the proofs of a draft in this browser (docs/drafts.md, "How fairness is shown"): of a file, without any
// request to the site, and automatically on a finished draft’s page, with the proofs of the reader’s own seat.
(() => {
  "use strict";
  const text = new TextEncoder();
  const number = (value) => {
    const out = new Uint8Array(4);
    new DataView(out.buffer).setUint32(0, value);
    return out;
  };
  // A list with one text has the same hash as the text, and all lone surrogates hash alike, so neither is accepted.
  const plain = (value) => {
    if (typeof value !== "string" || /\p{Surrogate}/u.test(value)) throw new Error("text");
    return value;
  };
  const encoded = (value) => text.encode(plain(value));
  const hexOf = (value) => {
    if (!/^([0-9a-f]{2})*$/i.test(plain(value))) throw new Error("hex");
    return value.toLowerCase();
  };
  const bytes = (value) => Uint8Array.from(hexOf(value).match(/../g) ?? [], (two) => parseInt(two, 16));
  const hex = (data) => Array.from(data, (one) => one.toString(16).padStart(2, "0")).join("");

  const digest = (...parts) => {
    const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length + 4, 0));
    let at = 0;
    for (const part of parts) {
      all.set(number(part.length), at);
      all.set(part, at + 4);
      at += part.length + 4;
    }
    return sha256(all);
  };
  // Browsers only have SHA-256 on secure pages, and a laptop in the living room isn’t one. For the thousand short
  // messages of a proof theirs takes longer than this one: each is a task of its own.
  const primes = [];
  for (let candidate = 2; primes.length < 64; candidate += 1)
    if (primes.every((prime) => candidate % prime)) primes.push(candidate);
  const fraction = (root) => ((root - Math.floor(root)) * 2 ** 32) | 0;
  const ROUND = Int32Array.from(primes, (prime) => fraction(Math.cbrt(prime)));
  const START = Int32Array.from(primes.slice(0, 8), (prime) => fraction(Math.sqrt(prime)));
  const turn = (word, by) => (word >>> by) | (word << (32 - by));
  const sha256 = (message) => {
    const padded = new Uint8Array((((message.length + 8) >> 6) + 1) * 64);
    padded.set(message);
    padded[message.length] = 0x80;
    const view = new DataView(padded.buffer);
    view.setUint32(padded.length - 4, message.length * 8);
    const state = START.slice();
    const words = new Int32Array(64);
    for (let block = 0; block < padded.length; block += 64) {
      for (let at = 0; at < 64; at += 1) {
        if (at < 16) {
          words[at] = view.getInt32(block + at * 4);
          continue;
        }
        const late = words[at - 2];
        const early = words[at - 15];
        const one = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10);
        const two = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3);
        words[at] = one + words[at - 7] + two + words[at - 16];
      }
      mix(state, words);
    }
    const out = new DataView(new ArrayBuffer(32));
    state.forEach((word, at) => out.setInt32(at * 4, word));
    return new Uint8Array(out.buffer);
  };
  const mix = (state, words) => {
    let [a, b, c, d, e, f, g, h] = state;
    for (let at = 0; at < 64; at += 1) {
      const one = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
      const first = (h + one + ((e & f) ^ (~e & g)) + ROUND[at] + words[at]) | 0;
      const two = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
      const second = (two + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      h = g;
      g = f;
      f = e;
      e = (d + first) | 0;
      d = c;
      c = b;
      b = a;
      a = (first + second) | 0;
    }
    [a, b, c, d, e, f, g, h].forEach((word, at) => {
      state[at] += word;
    });
  };

  // No draft has more cards than this, and no number of a file is larger.
  const MAX_NUMBER = 100000;
  const whole = (value) => {
    if (!Number.isInteger(value) || value < 0 || value > MAX_NUMBER) throw new Error("number");
    return value;
  };
  // For a table with real cards: the packets as dealt, without picks.
  const realCards = (paper) => paper.format === "tenmoons-paper-proof/1";
  // For a draft without packets: the cards as dealt to each seat, or open for all alike.
  const seenByAll = (paper) => paper.format === "tenmoons-open-proof/1";
  const withoutPackets = (paper) => seenByAll(paper) || paper.format === "tenmoons-dealt-proof/1";
  const dealtOnly = (paper) => realCards(paper) || withoutPackets(paper);
  const dealtBefore = (paper, rounds) =>
    paper.rounds.slice(0, rounds).reduce((sum, one) => sum + one.packet * (seenByAll(paper) ? 1 : paper.players), 0);
  // For hidden piles: everyone’s answers, and the cards that this seat looked at.
  const hasPiles = (paper) => paper.format === "tenmoons-draft-proof/3";
  const bound = (paper) => paper.format === "tenmoons-draft-proof/2" || hasPiles(paper) || dealtOnly(paper);

  const setupOf = (paper) => (hasPiles(paper) ? wayOf(paper) : roundsOf(paper));
  const wayOf = (paper) =>
    digest(text.encode("tenmoons setup 3"), encoded(paper.way), number(paper.players), ...paper.seats.all.map(bytes));
  const roundsOf = (paper) =>
    digest(
      text.encode("tenmoons setup 2"),
      number(paper.players),
      ...paper.rounds.flatMap((one) => [number(one.packet), encoded(one.direction)]),
      ...paper.seats.all.map(bytes),
    );

  // The ways of the cards to the root share most of their nodes; `hashes` has each once.
  const leads = (paper, proof, setup, hashes) => {
    if (whole(proof.index) >= paper.size) return false;
    const hashed = (kind, ...parts) => {
      const key = [kind, ...parts].join(" ");
      if (!hashes.has(key)) hashes.set(key, hex(digest(text.encode(kind), ...parts.map(bytes))));
      return hashes.get(key);
    };
    let at = hex(digest(text.encode("tenmoons leaf 1"), number(proof.index), encoded(proof.card), bytes(proof.salt)));
    const way = proof.path.map(hexOf);
    for (let index = proof.index, size = paper.size; size > 1; index >>= 1, size = (size + 1) >> 1) {
      if ((index ^ 1) >= size) continue;
      const beside = way.shift();
      if (!beside) return false;
      at = index % 2 ? hashed("tenmoons node 1", beside, at) : hashed("tenmoons node 1", at, beside);
    }
    const head = [encoded(paper.table), number(paper.size)].map(hex);
    const root = setup ? hashed("tenmoons root 2", ...head, hex(setup), at) : hashed("tenmoons root 1", ...head, at);
    return way.length === 0 && root === paper.commitment.toLowerCase();
  };

  // Players, rounds and seat must be consistent, and the seat must be the committed one.
  const setupHolds = (paper) => {
    if (paper.seat >= paper.players) return false;
    if (dealtBefore(paper, paper.rounds.length) > paper.size) return false;
    if (!paper.rounds.every((one) => one.direction === "left" || one.direction === "right")) return false;
    if (!bound(paper)) return true;
    const { name, salt, all } = paper.seats;
    const seat = digest(text.encode("tenmoons seat 2"), number(paper.seat), encoded(name), bytes(salt));
    return all.length === paper.players && all[paper.seat].toLowerCase() === hex(seat);
  };

  const originOf = (paper, packet) => {
    if (seenByAll(paper)) return 0;
    const step = paper.rounds[packet.round - 1].direction === "right" ? -1 : 1;
    return (((paper.seat - step * (packet.number - 1)) % paper.players) + paper.players) % paper.players;
  };

  // A packet contains what was dealt to the seat it came from, minus what was taken since this seat last saw it.
  const packetHolds = (paper, packet, cards, left) => {
    const round = paper.rounds[packet.round - 1];
    const start = dealtBefore(paper, packet.round - 1);
    const origin = originOf(paper, packet);
    const first = start + origin * round.packet;
    const held = new Set(packet.cards.map(whole));
    const seen = left.get(`${packet.round}.${origin}`);
    left.set(`${packet.round}.${origin}`, new Set([...held].filter((index) => cards.get(index) !== packet.kept)));
    return (
      held.size === packet.cards.length &&
      held.size === round.packet - packet.number + 1 &&
      [...held].every((index) => index >= first && index < first + round.packet && cards.has(index)) &&
      (dealtOnly(paper) || [...held].some((index) => cards.get(index) === packet.kept)) &&
      (!seen || [...held].every((index) => seen.has(index)))
    );
  };

  // What the page knows beyond the commitment: which draft, how far each seat got, what the reader has picked.
  const isOfThisDraft = (paper, known) => {
    if (paper.table !== known.table || realCards(paper) !== known.real_cards) return false;
    if ((paper.called_off === true) !== known.called_off) return false;
    if (!paper.format.startsWith(known.format ?? "")) return false;
    if (hasPiles(paper)) return String(paper.answers) === String(known.answers);
    const proven = new Set(paper.proofs.map((one) => one.card));
    if (withoutPackets(paper)) return known.seat !== paper.seat || known.kept.every((card) => proven.has(card));
    return known.seat !== paper.seat || paper.packets.every((one, at) => one.kept === known.kept[at]);
  };

  // Hidden piles (DRAFT-31) with positions in the deal as cards: those this seat has seen and taken, or null if an
  // answer was not possible.
  const DECK = 30;
  const playPiles = ({ players, size, seat: reader, answers }) => {
    const piles = [[0], [1], [2]],
      hands = Array.from({ length: players }, () => []),
      seen = new Set();
    let dealt = piles.length,
      move = 1,
      seat = 0,
      pile = 0;
    const look = () => seat === reader && piles[pile].forEach((place) => seen.add(place));
    const grow = () => dealt < size && piles[pile].push(dealt++);
    const most = (taker) =>
      hands.reduce((left, hand, at) => left - hand.length - (at === taker ? 0 : Math.max(DECK - hand.length, 0)), size);
    const endTurn = (places) => {
      hands[seat].push(...places);
      move += 1;
      if (!piles.some((one) => one.length)) return;
      do seat = (seat + 1) % players;
      while (most(seat) <= 0);
      pile = piles.findIndex((one) => one.length);
      look();
    };
    look();
    for (const answer of answers) {
      const later = piles.findIndex((one, at) => at > pile && one.length);
      if (!piles.some((one) => one.length)) return null;
      if (answer === `take ${move}.${pile + 1}`) {
        const places = piles[pile].splice(0, most(seat));
        if (!piles[pile].length) grow();
        endTurn(places);
      } else if (answer === `leave ${move}.${pile + 1}` && (later > 0 || size - dealt > 1)) {
        grow();
        if (later > 0) {
          pile = later;
          look();
        } else endTurn([dealt++]);
      } else return null;
    }
    hands[reader].forEach((place) => seen.add(place));
    return { seen, hand: hands[reader], over: !piles.some((one) => one.length) };
  };
  const pileFaults = (paper, known, cards) => {
    const played = playPiles(paper);
    if (!played || (!played.over && !known.called_off)) return [["draft", ""]];
    const mine = played.hand.map((place) => cards.get(place));
    const faults = known.seat === paper.seat && String(mine) !== String(known.kept) ? [["draft", ""]] : [];
    const wrong = [...played.seen, ...cards.keys()].filter((place) => !played.seen.has(place) || !cards.has(place));
    return [...faults, ...wrong.map((place) => ["card", String(place)])];
  };

  const stepsOf = (paper) =>
    paper.rounds.flatMap((one, at) =>
      Array.from({ length: dealtOnly(paper) ? 1 : Math.max(one.packet - 1, 0) }, (_, step) => `${at + 1}.${step + 1}`),
    );
  // Every pick of the seat is there exactly once; in a cancelled draft, those before its end.
  const wrongSteps = (paper, known) => {
    const every = stepsOf(paper);
    const told = paper.packets.map((one) => `${one.round}.${one.number}`);
    const wanted = known.called_off ? every.slice(0, known.picks[paper.seat]) : every;
    const twice = told.filter((place, at) => told.indexOf(place) !== at || !wanted.includes(place));
    return [...wanted.filter((place) => !told.includes(place)), ...twice];
  };

  const check = (paper, noted, known) => {
    if (!/^tenmoons-(draft-proof\/[123]|(paper|dealt|open)-proof\/1)$/.test(paper.format)) throw new Error("format");
    const piles = hasPiles(paper);
    const fits = paper.way === "winston" && [2, 3].includes(paper.players) && paper.size >= paper.players * DECK;
    if (piles && !(fits && paper.answers.every((one) => plain(one)))) throw new Error("piles");
    for (const one of [paper.size, paper.players, paper.seat, ...paper.rounds.map((round) => round.packet)]) whole(one);
    for (const one of paper.packets)
      if (!paper.rounds[whole(one.round) - 1] || !paper.players || whole(one.number) < 1) throw new Error("packet");
    const faults = [],
      cards = new Map(),
      left = new Map(),
      hashes = new Map(),
      setup = bound(paper) ? setupOf(paper) : null;
    if (noted && noted !== paper.commitment.toLowerCase()) faults.push(["noted", ""]);
    if (!isOfThisDraft(paper, known)) faults.push(["draft", ""]);
    for (const proof of paper.proofs) {
      if (!leads(paper, proof, setup, hashes)) faults.push(["card", `${proof.index} (${proof.card})`]);
      cards.set(proof.index, proof.card);
    }
    if (new Set(cards.values()).size !== paper.proofs.length) faults.push(["card", "?"]);
    if (!setupHolds(paper)) faults.push(["setup", ""]);
    if (piles) return { faults: [...faults, ...pileFaults(paper, known, cards)], cards: cards.size };
    const inOrder = [...paper.packets].sort((one, other) => one.round - other.round || one.number - other.number);
    for (const packet of inOrder)
      if (!packetHolds(paper, packet, cards, left)) faults.push(["packet", `${packet.round}.${packet.number}`]);
    for (const place of wrongSteps(paper, known)) faults.push(["missing", place]);
    return { faults, cards: cards.size, packets: paper.packets.length, steps: stepsOf(paper).length };
  };

  const told = (words, found) =>
    ["cards", "packets", "steps"].reduce((said, name) => said.replace(`{${name}}`, String(found[name])), words);

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
    try {
      const paper = JSON.parse(await file.text());
      const known = JSON.parse(words.known);
      const noted = document.getElementById("noted").value.trim().toLowerCase();
      const found = check(paper, noted || words.commitment, known);
      if (found.faults.length)
        say(false, words.fails, ...found.faults.slice(0, 20).map(([kind, at]) => words[kind].replace("%s", at)));
      else say(true, told(words.holds, found), ...(known.called_off ? [words.off] : []), paper.commitment);
    } catch {
      say(false, words.broken);
    }
  };
  for (const id of ["proof", "noted"]) document.getElementById(id)?.addEventListener("change", run);
  if (document.getElementById("proof")) run(); // a file chosen before this script was loaded

  // One tick for readers who would not check: every card of my seat was where the commitment put it. When a draft has
  // just ended, everyone’s page comes before anyone’s proof.
  const PROOF_WAIT_MS = 3000;
  const tick = async (box) => {
    if (performance.getEntriesByType("navigation")[0]?.type === "reload")
      await new Promise((go) => setTimeout(go, Math.random() * PROOF_WAIT_MS));
    const answer = await fetch(box.dataset.proofs, { credentials: "same-origin" });
    if (!answer.ok) return;
    const found = check(await answer.json(), box.dataset.commitment, JSON.parse(box.dataset.known));
    const holds = found.faults.length === 0;
    box.textContent = holds ? told(box.dataset.holds, found) : box.dataset.fails;
    box.className = holds ? "notice success" : "notice error";
    box.dataset.verdict = holds ? "holds" : "fails";
    box.hidden = false;
  };
  const box = document.getElementById("fair-shuffle");
  if (box) tick(box).catch(() => undefined);
})();
