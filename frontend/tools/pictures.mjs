// Renders the first pictures of the app (src/first-picture) into one file, which the build inserts into the document.
//
//   node tools/pictures.mjs
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { JSDOM } from 'jsdom';
import { build } from 'vite';

const folder = new URL('../node_modules/.cache/pictures/', import.meta.url);

await build({
  logLevel: 'error',
  build: {
    ssr: 'src/first-picture/pictures.tsx',
    outDir: fileURLToPath(folder),
    emptyOutDir: true,
    copyPublicDir: false,
  },
});

const { window } = new JSDOM('<!doctype html>', { url: 'http://localhost/' });
window.scrollTo = () => {};
// Browser APIs that the screens use; no request reaches a server.
const browser = {
  window,
  document: window.document,
  navigator: window.navigator,
  HTMLElement: window.HTMLElement,
  fetch: () => new Promise(() => {}),
};
for (const [name, value] of Object.entries(browser))
  Object.defineProperty(globalThis, name, { value, configurable: true });

const { drawPictures } = await import(new URL('pictures.js', folder));
mkdirSync(folder, { recursive: true });
writeFileSync(new URL('pictures.html', folder), drawPictures());
process.exit();
