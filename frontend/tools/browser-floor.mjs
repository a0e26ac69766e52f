// Checks that our code uses no API of browsers that is newer than the floor (docs/browsers.md), by the data of MDN.
//
//   node tools/browser-floor.mjs
//
// TypeScript says of which interface a name is, MDN's data say since when browsers have it. What is used only where it
// exists, or only in browsers that offer it, stands in GUARDED with the place that guards it.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const read = (path) => JSON.parse(readFileSync(at(path), 'utf8'));
/** The oldest browsers that run the app. */
const FLOOR = read('floor.json');
const data = read('../node_modules/@mdn/browser-compat-data/data.json');

/** Used only where it exists. */
const GUARDED = new Map(
  Object.entries({
    'Navigator.share': 'send-passage.tsx copies the link where it is not',
    'Navigator.canShare': 'save-file.ts asks whether it is there',
  }),
);

const config = ts.parseJsonConfigFileContent(
  ts.readConfigFile(at('../tsconfig.json'), ts.sys.readFile).config,
  ts.sys,
  at('..'),
);
const program = ts.createProgram(config.fileNames, config.options);
const checker = program.getTypeChecker();
const isOurs = ({ fileName }) =>
  /\/frontend\/src\//.test(fileName) &&
  !/\.test\.|\/testing\/|test-setup|api\/schema/.test(fileName);
const isOfBrowser = ({ fileName }) => /\/typescript\/lib\/lib\./.test(fileName);

/** The name of an API as MDN has it: `Array.toSorted`, `URL.canParse_static`, `structuredClone`. */
function nameOf(declaration) {
  const owner = declaration.parent;
  const name = declaration.name?.getText?.();
  if (!name) return null;
  if (ts.isInterfaceDeclaration(owner)) return [owner.name.text, name];
  if (ts.isTypeLiteralNode(owner) && ts.isVariableDeclaration(owner.parent))
    return [owner.parent.name.getText(), `${name}_static`];
  if (ts.isVariableDeclaration(declaration) || ts.isFunctionDeclaration(declaration)) return [name];
  return null;
}

function supportOf([owner, member]) {
  const scopes = [data.api, data.javascript.builtins];
  const inherited = owner.replace(/Constructor$/, '');
  for (const scope of scopes) {
    const entry = scope[inherited];
    const found = member
      ? (entry?.[member] ??
        (owner.endsWith('Constructor')
          ? (entry?.[`${member}_static`] ?? entry?.[member])
          : undefined))
      : entry;
    if (found?.__compat) return found.__compat.support;
  }
  return null;
}

/** The version since which a browser has it without a prefix or flag; null if it has not. */
function since(support) {
  const whole = (one) => one && !one.flags && !one.prefix && !one.alternative_name;
  const statements = [support].flat().filter(whole);
  // An older statement with an end, beside one without, says that a part was missing until then.
  if (statements.every((one) => one.version_removed)) return null;
  const versions = statements.map((one) => one.version_added);
  const known = versions.filter((version) => typeof version === 'string' && version !== 'preview');
  return known.sort((a, b) => (isNewer(a, b) ? 1 : -1))[0] ?? null;
}

const number = (version) => version.replace('≤', '').split('.').map(Number);
const isNewer = (version, floor) => {
  const [a, b] = [number(version), number(floor)];
  return a[0] !== b[0] ? a[0] > b[0] : (a[1] ?? 0) > (b[1] ?? 0);
};

const problems = new Map();
let checked = 0;
function check(node) {
  if (ts.isIdentifier(node)) {
    for (const declaration of checker.getSymbolAtLocation(node)?.declarations ?? []) {
      if (!isOfBrowser(declaration.getSourceFile())) continue;
      const name = nameOf(declaration);
      const support = name && supportOf(name);
      if (!support) continue;
      checked += 1;
      const label = name.join('.');
      for (const [browser, floor] of Object.entries(FLOOR)) {
        const version = since(support[browser]);
        if (version !== null && !isNewer(version, floor)) continue;
        const { line } = node.getSourceFile().getLineAndCharacterOfPosition(node.getStart());
        const place = `${node.getSourceFile().fileName.replace(/^.*\/frontend\//, '')}:${line + 1}`;
        const says = `${label}: ${browser} ${version ?? 'never'}`;
        if (!GUARDED.has(label)) problems.set(`${place} ${says}`, label);
        else used.add(label);
      }
    }
  }
  ts.forEachChild(node, check);
}
const used = new Set();
for (const file of program.getSourceFiles().filter(isOurs)) check(file);
for (const label of GUARDED.keys())
  if (!used.has(label))
    problems.set(`tools/browser-floor.mjs: ${label} needs no guard any more`, label);
for (const problem of problems.keys()) console.error(`✗ ${problem}`);
if (checked < 500) console.error(`✗ only ${checked} uses were recognised`);
process.exitCode = problems.size > 0 || checked < 500 ? 1 : 0;
if (!process.exitCode) console.log(`${checked} uses of browser APIs are within the floor`);
