/**
 * Renders the icons of the installed app from public/icon.svg and src/ui/icon.tsx into public/install/.
 *
 *   CHROMIUM=/usr/bin/chromium node tools/icons.mjs
 *
 * The icons are committed; run this after a change of the logo.
 */
import { readFileSync } from 'node:fs';
import { chromium } from '@playwright/test';

const at = (path) => new URL(`../${path}`, import.meta.url);
const svg = readFileSync(at('public/icon.svg'), 'utf8');
const shapes = readFileSync(at('src/ui/icon.tsx'), 'utf8');
const shape = (name) => new RegExp(`\\b${name}:\\s*'([^']+)'`).exec(shapes)?.[1];

const GROUND = '#12323d';
const HELP = '#9c2b45';

/** The logo alone. A launcher crops a maskable icon to any shape, so the logo stays within the inner 80 %. */
const mark = svg.replace(/<rect[^>]*\/>/, '').replace('<svg', '<svg class="mark"');
const sign = (name) =>
  `<svg class="sign" viewBox="0 0 24 24"><path d="${shape(name)}" fill="none" stroke="#fff" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round"/></svg>`;

const pictures = [
  { name: 'icon-192', size: 192, body: svg },
  { name: 'icon-512', size: 512, body: svg },
  { name: 'maskable-192', size: 192, body: mark, ground: GROUND, part: 82 },
  { name: 'maskable-512', size: 512, body: mark, ground: GROUND, part: 82 },
  // iOS rounds the corners itself and shows transparency as black.
  { name: 'apple-touch-icon', size: 180, body: mark, ground: GROUND, part: 100 },
  { name: 'support-192', size: 192, body: sign('help'), ground: HELP, part: 56 },
  { name: 'guidance-192', size: 192, body: sign('pen'), ground: GROUND, part: 52 },
  { name: 'psalm-192', size: 192, body: sign('moon'), ground: GROUND, part: 52 },
];

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM,
  args: ['--no-sandbox'],
});
const page = await browser.newPage();
for (const { name, size, body, ground = 'transparent', part = 100 } of pictures) {
  await page.setViewportSize({ width: size, height: size });
  await page.setContent(
    `<style>html,body{margin:0;height:100%;background:${ground};display:grid;place-items:center}svg{width:${part}%;height:${part}%;grid-area:1/1}body{width:100%}</style>${body}`,
  );
  await page.screenshot({ path: at(`public/install/${name}.png`).pathname, omitBackground: true });
}
await browser.close();
