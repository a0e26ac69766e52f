import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import type { ViteDevServer } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { defineConfig } from 'vitest/config';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** In development: the two addresses that the server answers with the document where people pay. */
const paymentDocument = {
  name: 'payment-document',
  configureServer({ middlewares }: ViteDevServer) {
    middlewares.use((request, _, next) => {
      if (/^\/subscribe(\/success)?(\?|$)/.test(request.url ?? '')) request.url = '/subscribe.html';
      next();
    });
  },
};

/** Puts the first pictures into the document of the app; `tools/pictures.mjs` has drawn them. */
const firstPictures = {
  name: 'first-pictures',
  apply: 'build' as const,
  transformIndexHtml: (html: string, { path }: { path: string }) => {
    if (path !== '/index.html') return html;
    const pictures = readFileSync(at('node_modules/.cache/pictures/pictures.html'), 'utf8');
    return html.replace('<div id="root"></div>', (root) => `${root}\n${pictures}`);
  },
};

interface Modules {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}

/** One file of everything that a module brings along at once. */
function broughtTogether(name: string, module: string) {
  const isBrought = (id: string, context: Modules) => {
    const brought = new Set([at(module)]);
    // A set hands out what is added to it on the way.
    for (const one of brought)
      for (const next of context.getModuleInfo(one)?.importedIds ?? []) brought.add(next);
    brought.delete(at(module));
    return brought.has(id);
  };
  return {
    debugName: name,
    name: (id: string, context: Modules) => (isBrought(id, context) ? name : null),
  };
}

const TESTS = ['src/**/*.test.{ts,tsx}'];
const OF_DOCUMENT = [
  'src/{app,first-picture}/**/*.test.{ts,tsx}',
  'src/main.test.ts',
  'src/lib/{lib,page,update}.test.ts',
];

export default defineConfig({
  plugins: [
    paymentDocument,
    firstPictures,
    react(),
    tailwindcss(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'src',
      filename: 'sw.ts',
      injectRegister: false,
      manifest: false,
      injectManifest: {
        globPatterns: ['**/*.{js,css,html,woff2,svg,png,webmanifest}'],
        // Nobody but staff downloads staff's pages, paying needs the network anyway, and what belongs to installing is
        // asked for by the browser itself.
        globIgnores: [
          '**/node_modules/**',
          'assets/admin-*',
          'subscribe.html',
          'assets/subscribe-*',
          'install/**',
          '*.webmanifest',
        ],
        // The document is kept as the server hands it out, with the name of this installation in it.
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
    target: 'es2022',
    // The measured budget is of the whole first load; nothing is inlined, so that the policy can forbid data URLs.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { index: at('index.html'), subscribe: at('subscribe.html') },
      output: {
        // Libraries change seldom: a returning visitor has them already after most releases.
        codeSplitting: {
          groups: [
            // Few files: where a connection takes one at a time, each costs a way to the server and back.
            { ...broughtTogether('first-picture', 'src/main.ts'), priority: 2 },
            {
              name: 'vendor',
              priority: 1,
              // Lists in pages are for staff alone.
              test: /node_modules\/(react|react-dom|scheduler|react-router|@tanstack)\/(?!.*infiniteQuery(Observer|Options)|.*useInfiniteQuery)/i,
            },
            { ...broughtTogether('app', 'src/app/start.tsx'), priority: 0 },
          ],
        },
      },
    },
  },
  test: {
    environment: 'jsdom',
    setupFiles: ['src/test-setup.ts'],
    testTimeout: 20_000,
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
