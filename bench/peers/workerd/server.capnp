# A Durable Object for each match, which stays in memory: idle ones are dropped after ten seconds
# by default, and with them what they have stored, where storage is in memory, too.
using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [(name = "matches", worker = .matches)],
  sockets = [(name = "http", http = (), service = "matches")],
);

const matches :Workerd.Worker = (
  modules = [
    (name = "worker", esModule = embed "worker.mjs"),
    (name = "cards", commonJsModule = embed "../cards.js"),
  ],
  compatibilityDate = "2026-11-17",
  durableObjectNamespaces = [(className = "Match", uniqueKey = "match", preventEviction = true)],
  durableObjectStorage = (inMemory = void),
  bindings = [(name = "MATCHES", durableObjectNamespace = "Match")],
);
