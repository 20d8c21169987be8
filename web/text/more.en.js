// What is written on pages that are loaded when they are needed, in English. more.de.js has the same keys.

export default {
  rules: {
    title: "Rules",
    english: "The rules are there in English only.",
    none: "There is no such game.",
  },
};
