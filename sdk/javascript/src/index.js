export {
  addIdentity,
  askPasskey,
  hasPasskeys,
  keepAccount,
  newRecoveryCode,
  removeIdentity,
  removePasskey,
  renamePasskey,
  signIn,
  waysIn,
} from "./access.js";
export { Bot } from "./bot.js";
export { chosen } from "./choosing.js";
export { Deals } from "./deals.js";
export { BadChoice, CroupierError, NotProven, Refused, Unreachable } from "./errors.js";
export { Match } from "./match.js";
export { Notes } from "./notes.js";
export { Croupier } from "./player.js";
export { Tournaments } from "./tournaments.js";
export {
  addWebhook,
  changeWebhookSecret,
  deleteWebhook,
  retryWebhook,
  testWebhook,
  verifyWebhook,
  webhookDeliveries,
  webhooks,
} from "./webhooks.js";
