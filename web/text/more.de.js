// Was auf Seiten steht, die erst bei Bedarf geladen werden.

/** @type {import("./more.js").More} */
export default {
  rules: {
    title: "Regeln",
    english: "Die Regeln gibt es nur auf Englisch.",
    none: "Dieses Spiel gibt es nicht.",
  },
};
