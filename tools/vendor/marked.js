// What web/vendor/marked.js has: the half of Marked that reads Markdown. Lit's templates draw it, so nothing becomes HTML.
export { Lexer } from "npm:marked@18.2.1";
