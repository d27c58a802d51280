// Replays the notes of two phones into the table of a game, like matches/scoring/table.py, so that a phone can continue
// offline. tests/browser/offline/test_companion.py compares both with the same notes.
(() => {
  "use strict";
  const SIDES = ["a", "b"];
  const other = (side) => (side === "a" ? "b" : "a");
  const whole = (value) => (Number.isInteger(value) ? value : 0);
  const contents = (note) =>
    note.kind === "bluff"
      ? `bluff ${note.data.winner}`
      : `fight ${note.data.winner} ${whole(note.data.combat)} ${whole(note.data.support)} ${whole(note.data.modifier)}`;
  const same = (one, two) => contents(one) === contents(two);
  const sorted = (data) => JSON.stringify(Object.entries(data).sort());

  const dragonsOf = (note, reading) => {
    if (note.kind === "bluff") return 1;
    const cards = whole(note.data.combat) + (reading === "combat_and_support" ? whole(note.data.support) : 0);
    return Math.max(0, (cards >= 6 ? 2 : 1) + whole(note.data.modifier));
  };

  const nextFight = (table, note) => {
    Object.assign(table, {
      turn: other(note.data.winner),
      turns: 1,
      phase: 1,
      element: "",
      power: { a: null, b: null },
    });
  };

  const clash = (table, note, why, stands = "") => table.conflicts.push({ note, why, stands });

  const move = (table, note, taken) => {
    const place = whole(note.data.move);
    const count = table.moves.length;
    const standing = table.moves[place - 1];
    if (table.end) {
      if (!(standing && same(standing, note))) clash(table, note, "ended", table.end.id);
    } else if (place === count + 1 || (taken && place > count)) {
      table.moves.push(note);
      table.undoable = note.id;
      if (note.kind === "fight") nextFight(table, note);
    } else if (place > count) {
      clash(table, note, "gap");
    } else if (!same(standing, note)) {
      if (taken) {
        table.moves[place - 1] = note;
        if (place === count && note.kind === "fight") nextFight(table, note);
      } else clash(table, note, "differs", standing.id);
    }
  };

  const lastFight = (table) => table.moves.reduce((last, note, index) => (note.kind === "fight" ? index + 1 : last), 0);

  const happen = (table, note, taken) => {
    if (note.kind === "fight" || note.kind === "bluff") move(table, note, taken);
    else if (note.kind === "end") {
      if (!table.end) Object.assign(table, { end: note, undoable: note.id });
      else if (sorted(table.end.data) !== sorted(note.data)) clash(table, note, "ended", table.end.id);
    } else if (whole(note.data.move) <= lastFight(table) || table.end) return;
    else if (note.kind === "power") {
      table.element = note.data.element;
      table.power[note.data.side] = note.data.value;
      table.undoable = note.id;
    } else if (note.kind === "phase") {
      if (note.data.side !== table.turn) table.turns += 1;
      table.turn = note.data.side;
      table.phase = Math.min(Math.max(whole(note.data.phase), 1), 8);
    }
  };

  const drag = (table, reading) => {
    table.moves.some((note, index) => {
      if (table.over) {
        table.moves.splice(index).forEach((late) => clash(table, late, "over"));
        return true;
      }
      const step = note.data.winner === "a" ? 1 : -1;
      for (let dragon = dragonsOf(note, reading); dragon > 0 && !table.over; dragon -= 1) {
        if (table.dragons === 3 * step) table.over = note.data.winner;
        else table.dragons += step;
      }
      table.states.push(table.dragons);
      return false;
    });
  };

  const replay = (notes, { game, starter, reading }) => {
    const mine = notes.filter((note) => note.game === game);
    const named = (kind) => new Set(mine.filter((note) => note.kind === kind).map((note) => String(note.data.target)));
    const undone = named("undo");
    const taken = named("take");
    const table = {
      starter,
      moves: [],
      states: [],
      dragons: 0,
      over: "",
      turn: starter,
      turns: 1,
      phase: 1,
      element: "",
      power: { a: null, b: null },
      end: null,
      conflicts: [],
      undoable: "",
    };
    const seen = new Set();
    for (const note of mine) {
      if (undone.has(note.id) || seen.has(note.id)) continue;
      seen.add(note.id);
      happen(table, note, taken.has(note.id));
    }
    drag(table, reading);
    return table;
  };

  // The winner of an ended game and their crystals; none if it was not finished in time.
  const outcome = (table, agreed) => {
    const { ended, winner: said, out_first: outFirst, crystal_cards: cards } = table.end.data;
    if (ended === "time") return { winner: "", crystals: 0 };
    let winner = said || "";
    if (!winner && table.dragons) winner = table.dragons > 0 ? "a" : "b";
    if (!winner && outFirst) winner = other(outFirst);
    const dragons = Math.max(0, winner === "a" ? table.dragons : -table.dragons);
    const most = ended === "penalty" || ended === "illegal_deck";
    const points = most ? (agreed.crystal_cards ? 7 : 4) : Math.min(1 + dragons + (cards || 0), 7);
    return { winner, crystals: agreed.game_cap ? Math.min(points, agreed.game_cap) : points };
  };

  const clock = (notes) => {
    let total = 0;
    let since = null;
    for (const note of notes) {
      if (note.kind !== "clock") continue;
      if (note.data.action === "start" && since === null) since = note.at;
      else if (note.data.action === "pause" && since !== null) {
        total += Math.max(0, note.at - since);
        since = null;
      }
    }
    return { total, since };
  };

  window.TenMoonsTable = { SIDES, replay, outcome, clock, other };
})();
