// What `croupier board` shows: the board of a game in many positions at once, each in a frame of its own, as a phone and a desktop
// have it. A frame is this page at /frame.

if (location.pathname === "/frame") await import("./one-board.js");
else await import("./all-boards.js");
