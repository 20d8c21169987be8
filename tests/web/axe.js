// Prints axe, which `faults.py` runs in pages: what Python has of it is older, and lacks rules.
import axe from "npm:axe-core@4.14.1";

console.log(axe.source);
