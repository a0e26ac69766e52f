import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import type { ViteDevServer } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { defineConfig } from 'vitest/config';
import floor from './tools/floor.json' with { type: 'json' };
import { psalmsOfHours } from './tools/psalms.ts';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Development only: serves the payment document for its two URLs, as the server does. */
const paymentDocument = {
  name: 'payment-document',
  configureServer({ middlewares }: ViteDevServer) {
    middlewares.use((request, _, next) => {
      if (/^\/subscribe(\/success)?(\?|$)/.test(request.url ?? '')) request.url = '/subscribe.html';
      next();
    });
  },
};

/** Inserts the first pictures into the app's document; `tools/pictures.mjs` renders them. */
const firstPictures = {
  name: 'first-pictures',
  apply: 'build' as const,
  transformIndexHtml: (html: string, { path }: { path: string }) => {
    if (path !== '/index.html') return html;
    const pictures = readFileSync(at('node_modules/.cache/pictures/pictures.html'), 'utf8');
    return html.replace('<div id="root"></div>', (root) => `${root}\n${pictures}`);
  },
};

/** Lets the bundler leave out the router's components that nothing imports: it would keep each one for its side effects. */
const pureRouter = {
  name: 'pure-router',
  apply: 'build' as const,
  transform: {
    filter: { id: /react-router\/dist\/production\/lib\/.*\.js$/ },
    handler: (code: string) =>
      code
        .replace(/^\w+\.displayName = "\w+";$/gm, '')
        .replace(/ = (React\$1\.(?:forwardRef|createContext)\()/g, ' = /* @__PURE__ */ $1'),
  },
};

const OF_FIRST_LOAD = /^assets\/(first-picture|rolldown-runtime|vendor)-/;

interface Modules {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}

const OF_VENDORS = /node_modules\/(react|react-dom|scheduler|react-router|@tanstack)\//;
// Staff pages alone use infinite queries.
const OF_STAFF = /infiniteQuery(Observer|Options)|useInfiniteQuery/i;

/** A chunk with all static imports of a module, transitively. */
function chunkOf(name: string, module: string) {
  const isImported = (id: string, context: Modules) => {
    const imported = new Set([at(module)]);
    // Iterating a set includes the elements added during the loop.
    for (const one of imported)
      for (const next of context.getModuleInfo(one)?.importedIds ?? []) imported.add(next);
    imported.delete(at(module));
    return imported.has(id);
  };
  return {
    debugName: name,
    name: (id: string, context: Modules) =>
      isImported(id, context) && !OF_STAFF.test(id) ? name : null,
  };
}

const TESTS = ['src/**/*.test.{ts,tsx}'];
const OF_DOCUMENT = ['src/{app,first-picture,lib}/**/*.test.{ts,tsx}', 'src/main.test.ts'];

export default defineConfig({
  plugins: [
    paymentDocument,
    firstPictures,
    pureRouter,
    psalmsOfHours,
    react(),
    tailwindcss(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'src',
      filename: 'sw.ts',
      injectRegister: false,
      manifest: false,
      injectManifest: {
        globPatterns: ['**/*.{js,css,html,woff2,svg,png,webmanifest,mp3}'],
        // Not precached: staff pages, payment (it needs the network anyway) and install assets (the browser fetches
        // them itself).
        globIgnores: [
          '**/node_modules/**',
          'assets/admin-*',
          'subscribe.html',
          'assets/subscribe-*',
          'install/**',
          '*.webmanifest',
        ],
        // The document is cached as the server renders it, with the name of this installation.
        manifestTransforms: [
          (entries) => ({
            manifest: entries.map((entry) =>
              entry.url === 'index.html' ? { ...entry, url: '/' } : entry,
            ),
          }),
        ],
      },
    }),
  ],
  resolve: {
    alias: { '@content': at('../content/build/app'), '@': at('./src') },
  },
  server: {
    host: '127.0.0.1',
    proxy: { '/api': process.env.API_URL ?? 'http://127.0.0.1:8080' },
    fs: { allow: ['.', '../content/build/app'] },
  },
  build: {
    // The floor of the app (docs/browsers.md).
    target: [
      `chrome${floor.chrome}`,
      `firefox${floor.firefox}`,
      `safari${floor.safari}`,
      `ios${floor.safari_ios}`,
    ],
    // The size budget covers the whole first load. Inlining is off because the CSP forbids data URLs.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // Whatever loads a chunk has loaded these: naming them again for each one would only add to the first load.
      resolveDependencies: (_, files) => files.filter((file) => !OF_FIRST_LOAD.test(file)),
    },
    rolldownOptions: {
      input: { index: at('index.html'), subscribe: at('subscribe.html') },
      output: {
        // Libraries rarely change: a returning visitor has them cached after most releases.
        codeSplitting: {
          groups: [
            // Few files, because over HTTP/1.1 each one costs a round trip.
            { ...chunkOf('first-picture', 'src/main.ts'), priority: 2 },
            {
              name: 'vendor',
              priority: 1,
              test: (id: string) => OF_VENDORS.test(id) && !OF_STAFF.test(id),
            },
            { ...chunkOf('app', 'src/app/start.tsx'), priority: 0 },
          ],
        },
      },
    },
  },
  test: {
    environment: 'jsdom',
    setupFiles: ['src/test-setup.ts'],
    testTimeout: 20_000,
    // By default one processor is left free.
    maxWorkers: '100%',
    restoreMocks: true,
    unstubGlobals: true,
    env: { TZ: 'UTC', DEBUG_PRINT_LIMIT: '0' },
    // Loading the modules anew for each file costs more than the tests. Only tests of the whole document need it: they mock
    // modules, listen to the window, or change module state.
    projects: [
      {
        extends: true,
        test: { name: 'parts', isolate: false, include: TESTS, exclude: OF_DOCUMENT },
      },
      { extends: true, test: { name: 'document', include: OF_DOCUMENT } },
    ],
  },
});
