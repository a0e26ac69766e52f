// Prints the given names and surnames of @faker-js/faker's locales as one JSON object {"given": [], "surname": []}.
// Only names in Latin letters: testimonies in other scripts are not redacted by list.
// Run from the folder that holds content's node_modules: node ../tools/names.mjs > build/names.json
import { createRequire } from "node:module";
import { join } from "node:path";
import { cwd, stdout } from "node:process";

const { allLocales } = createRequire(join(cwd(), "package.json"))("@faker-js/faker");

/** All strings in a locale's list, which may be split by sex. */
const flatten = (list) => (Array.isArray(list) ? list : Object.values(list ?? {}).flatMap(flatten));
const isLatin = (name) => typeof name === "string" && /^[\p{Script=Latin}\p{M}'’ -]{2,30}$/u.test(name);

const collect = (field) => {
  const names = Object.values(allLocales).flatMap((locale) => flatten(locale.person?.[field]));
  return [...new Set(names.filter(isLatin))].sort();
};

stdout.write(JSON.stringify({ given: collect("first_name"), surname: collect("last_name") }));
