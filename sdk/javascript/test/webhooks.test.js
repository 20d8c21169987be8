// Webhooks and identities: what is sent, and what is made of the answers.

import { deepEqual, equal } from "node:assert/strict";
import { test } from "node:test";
import {
  addIdentity,
  addWebhook,
  changeWebhookSecret,
  Croupier,
  deleteWebhook,
  removeIdentity,
  retryWebhook,
  signIn,
  testWebhook,
  webhookDeliveries,
  webhooks,
} from "../src/index.js";

const URL = "http://127.0.0.1:2";

/** A player whose service gives these answers, and what it was asked. */
function player(...answers) {
  const asked = [];
  const fetch = async (request) => {
    const { pathname } = new globalThis.URL(request.url);
    asked.push([request.method, pathname, await request.text()].join(" ").trim());
    const body = answers.shift();
    return new Response(body && JSON.stringify(body), {
      status: body ? 200 : 204,
      headers: body ? { "Content-Type": "application/json" } : {},
    });
  };
  return { me: new Croupier(URL, { token: "t", fetch }), fetch, asked };
}

test("a webhook is made, looked after and ended", async () => {
  const hook = { id: "H", secret: "whsec_x" };
  const { me, asked } = player(hook, { webhooks: [hook] }, { id: "D" }, { secret: "s" }, { deliveries: [1] }, {
    id: "D",
  });
  deepEqual(await addWebhook(me, { url: "https://hooks.example.com", events: ["yourTurn"] }), hook);
  deepEqual(await webhooks(me), [hook]);
  equal(await testWebhook(me, "H"), "D");
  equal(await changeWebhookSecret(me, "H"), "s");
  deepEqual(await webhookDeliveries(me, "H"), [1]);
  equal(await retryWebhook(me, "H", "D"), undefined);
  equal(await deleteWebhook(me, "H"), undefined);
  const path = "/v1/players/me/webhooks";
  deepEqual(asked, [
    `POST ${path} {"url":"https://hooks.example.com","events":["yourTurn"]}`,
    `GET ${path}`,
    `POST ${path}/H/test {}`,
    `POST ${path}/H/secret {}`,
    `GET ${path}/H/deliveries`,
    `POST ${path}/H/deliveries/D/retry {}`,
    `DELETE ${path}/H`,
  ]);
});

test("an identity is added and removed, and one signs in by an ID token", async () => {
  const { me, fetch, asked } = player({ id: "I" }, undefined, { token: "crp_t" });
  deepEqual(await addIdentity(me, { idToken: "a.b.c", nonce: "n" }), { id: "I" });
  equal(await removeIdentity(me, "I"), undefined);
  equal((await signIn(URL, { idToken: "a.b.c" }, { name: "phone", fetch })).token, "crp_t");
  deepEqual(asked, [
    'POST /v1/players/me/identities {"idToken":"a.b.c","nonce":"n"}',
    "DELETE /v1/players/me/identities/I",
    'POST /v1/sessions {"idToken":"a.b.c","name":"phone"}',
  ]);
});
