// Uses the clients that were generated of a bank and of travellers, at the addresses given.
import assert from "node:assert/strict";
import createClient from "openapi-fetch";
import type { paths as Bank } from "./bank.js";
import type { paths as Travel } from "./travel.js";

const ann = "NL91ABNA0417164300";
const bob = "NL02ABNA0123456789";

async function bank(baseUrl: string): Promise<void> {
  const client = createClient<Bank>({ baseUrl });
  const balance = async (key: string): Promise<string | null | undefined> =>
    (await client.GET("/Account/{key}", { params: { path: { key } } })).data?.fields.balance;
  for (const [key, initialDeposit] of [[ann, "EUR 50.00"], [bob, "EUR 0.00"]] as const) {
    const opened = await client.POST("/Account/{key}/open", { params: { path: { key } }, body: { initialDeposit } });
    assert.equal(opened.data?.outcome, "committed");
  }
  const read = await client.GET("/Account/{key}", { params: { path: { key: ann } } });
  assert.equal(read.data?.state satisfies "opened" | "blocked" | "closed" | undefined, "opened");
  assert.equal(await balance(ann), "EUR 50.00");

  const body = { amount: "EUR 20.00", from: ann, to: bob };
  const booked = await client.POST("/Transfer/{key}/book", { params: { path: { key: "1" } }, body });
  assert.equal(booked.data?.outcome, "committed");
  assert.equal(await balance(ann), "EUR 30.00");

  const refused = await client.POST("/Account/{key}/withdraw", {
    params: { path: { key: ann } },
    body: { amount: "EUR 70.00" },
  });
  assert.equal(refused.response.status, 409);
  assert.equal(refused.error?.code, "precondition");
  assert.equal(refused.error.documentation, "The balance must cover the withdrawal.");
  assert.equal(refused.error.values?.["this.balance"], "EUR 30.00");

  const deposit = () =>
    client.POST("/Account/{key}/deposit", {
      params: { path: { key: bob }, header: { "Idempotency-Key": "typescript-1" } },
      body: { amount: "EUR 1.00" },
    });
  const first = await deposit();
  const repeat = await deposit();
  assert.ok(first.data && repeat.data);
  assert.equal(first.data.transaction, repeat.data.transaction);
  assert.equal(await balance(bob), "EUR 21.00");
}

async function travel(baseUrl: string): Promise<void> {
  const client = createClient<Travel>({ baseUrl });
  const ada = { params: { path: { key: "ada" } } };
  await client.POST("/Hotel/{key}/Furnish", { params: { path: { key: "Bristol" } }, body: { room: 1, price: 80 } });
  await client.POST("/City/{key}/AddHotel", { params: { path: { key: "Poznan" } }, body: { hotel: "Bristol" } });
  const saved = await client.POST("/Traveller/{key}/Save", { ...ada, body: { amount: 500 } });
  assert.ok(saved.data && saved.response.status === 200 && "result" in saved.data);
  assert.equal(saved.data.result satisfies number | undefined, 500);
  const trip = await client.POST("/Traveller/{key}/BookTrip", {
    ...ada,
    body: { city: "Poznan", arrival: "2027-05-01", count: 2, atMost: 180 },
  });
  assert.ok(trip.data && "result" in trip.data);
  assert.equal(trip.data.result?.hotel, "Bristol");
  assert.equal(trip.data.result.price satisfies number, 160);
  const account = await client.POST("/Traveller/{key}/Account", ada);
  assert.ok(account.data && "result" in account.data);
  assert.equal(account.data.result?.trips[0]?.arrival, "2027-05-01");
}

const [bankUrl = "", travelUrl = ""] = process.argv.slice(2);
await bank(bankUrl);
await travel(travelUrl);
console.log("good");
