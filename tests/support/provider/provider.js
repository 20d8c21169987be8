// A certified provider of OpenID Connect, over TLS on this machine: npm's oidc-provider.
import { createServer } from "node:https";
import { Provider } from "npm:oidc-provider@9.13.3";

const { issuer, clients, roles, cert, key, jwks } = JSON.parse(await new Response(Deno.stdin.readable).text());
const provider = new Provider(issuer, {
  clients: Object.entries(clients).map(([id, redirect]) => ({
    client_id: id,
    redirect_uris: [redirect],
    response_types: ["code"],
    grant_types: ["authorization_code"],
    token_endpoint_auth_method: "none",
    application_type: "native",
  })),
  jwks,
  pkce: { required: () => true },
  claims: { openid: ["sub"], profile: ["name", "roles"] },
  conformIdTokenClaims: false,
  features: {
    devInteractions: { enabled: true },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => "urn:croupier",
      getResourceServerInfo: () => ({
        scope: "play read",
        audience: "croupier",
        accessTokenFormat: "jwt",
        accessTokenTTL: 600,
        jwt: { sign: { alg: "RS256" } },
      }),
      useGrantedResource: () => true,
    },
  },
  clientBasedCORS: () => true,
  findAccount: (_, id) => ({ accountId: id, claims: () => ({ sub: id, name: id, roles: roles[id] }) }),
});
const answer = provider.callback();
const server = createServer({ cert, key }, answer);
server.listen(0, "127.0.0.1", () => console.log(`port ${server.address().port}`));
