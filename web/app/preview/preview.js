// What `croupier board` shows: the board of a game in many positions at once, each in a frame of its own, as a phone and a desktop
// have it. A frame is this page at /frame; at /check, it looks for what is wrong with a sample of them.

if (location.pathname === "/frame") await import("./one-board.js");
else if (location.pathname === "/check") await import("./check.js");
else await import("./all-boards.js");
