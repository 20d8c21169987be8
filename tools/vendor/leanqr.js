// What web/vendor/leanqr.js has: the half of Lean QR that makes a code of a text. web/app/lobby/qr.js draws it.
export { generate } from "npm:lean-qr@2.7.4";
