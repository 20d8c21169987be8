import { boardOf } from "../boards/index.js";
import "./app.js";

boardOf("lost-cities").load().catch(() => {}); // the first table that most people open does not wait for it
