// Measures the compressed size of a first visit, on the landing page and at home alike. It counts the first-picture
// code, the app, their static imports and the styles. Fails when the sum exceeds the budget, or when the app contains
// Stripe's components.
import { readdirSync, readFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';

const BUDGET_KB = 120;
const assets = new URL('../dist/assets/', import.meta.url);
const text = (name) => readFileSync(new URL(name, assets), 'utf8');
const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1).padStart(6)} kB`;

// A file and its static imports, transitively; dynamic imports are not counted.
function withImports(names, seen = new Set()) {
  for (const name of names) {
    if (seen.has(name)) continue;
    seen.add(name);
    if (!name.endsWith('.js')) continue;
    const imported = text(name).matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g);
    withImports(
      [...imported].map((match) => match[1]),
      seen,
    );
  }
  return seen;
}

const html = readFileSync(new URL('../dist/index.html', import.meta.url), 'utf8');
const entry = [...html.matchAll(/(?:src|href)="\/assets\/([^"]+\.(?:js|css))"/g)].map(
  (match) => match[1],
);
// The first-picture code loads the app by dynamic import on every visit.
const app = readdirSync(assets).filter((name) => /^start-[^.]+\.js$/.test(name));
if (entry.length === 0 || app.length !== 1)
  throw new Error('The build has another shape than this measure expects.');

// The payment document alone may load Stripe's components: they load Stripe's script.
const STRIPE_MARK = 'react-stripe-js';
const everything = readdirSync(assets).filter((name) => name.endsWith('.js'));
const ofPayment = everything.filter((name) => name.startsWith('subscribe-'));
const elsewhere = everything.filter(
  (name) => !ofPayment.includes(name) && text(name).includes(STRIPE_MARK),
);
if (elsewhere.length > 0 || !ofPayment.some((name) => text(name).includes(STRIPE_MARK))) {
  throw new Error(`Stripe's components belong into the payment document alone: ${elsewhere}`);
}

let total = 0;
for (const name of withImports([...entry, ...app])) {
  const size = brotliCompressSync(text(name)).length;
  total += size;
  console.log(`${kilobytes(size)}  ${name}`);
}
console.log(`${kilobytes(total)}  first load in brotli, of ${BUDGET_KB} kB allowed`);
if (total > BUDGET_KB * 1000) process.exitCode = 1;
