// What web/vendor/axe.js has: axe, which it puts into its page as `axe`. It is a whole script, so a test can run it in any page.
import "npm:axe-core@4.14.1";
