// Plays a draft against three bots, over HTTP alone: the whole way from a table to a legal deck.
import { Refused, Site } from "./tenmoons";

declare const process: { env: { [name: string]: string | undefined } };

async function main(): Promise<void> {
  const site = new Site(process.env.MOONS ?? "http://127.0.0.1:8000", process.env.MOONS_TOKEN ?? "");
  const peoples = ["Vulca", "Hoax", "Mimix", "Flit", "Khind", "Terrah"];
  const made = await site.drafts_create({ body: { players: 4, peoples, name: "Friday" } });
  const key = made.draft.key;
  const headers = { "X-Seat-Token": made.seat_token };
  await site.drafts_start({ key, headers });
  for (;;) {
    const draft = await site.drafts_read({ key, headers });
    if (draft.status === "done") break;
    const mine = draft.mine;
    const card = mine?.packet[0];
    if (mine && card && !mine.chosen) {
      await site.drafts_pick({ key, headers, body: { round: mine.round, number: mine.number, card } });
    } else await new Promise((again) => setTimeout(again, 100));
  }
  const pool = await site.drafts_pool({ key, headers });
  const built = await site.drafts_complete({ key, headers, body: {} });
  const text = built.proposal?.text ?? "";
  const deck = await site.decks_create({ body: { text, pool: pool.pool } });
  console.log(pool.cards.length, deck.report.status);
  try {
    await site.cards_read({ card: "Catussan" });
  } catch (error) {
    if (error instanceof Refused) console.log(error.status, error.code, error.details[0]?.suggestions[0]);
  }
}

void main();
