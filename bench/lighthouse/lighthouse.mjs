/**
 * Measures five screens with Lighthouse on a simulated phone with slow 4G, and the response time to a touch.
 *
 *   CHROMIUM=/usr/bin/chromium node bench/lighthouse/lighthouse.mjs ORIGIN [RUNS]
 *
 * Prints the median of each figure, and fails when one misses its budget. `bin/bench web` starts what it needs.
 */
import lighthouse, { defaultConfig } from 'lighthouse';
import { chromium } from 'playwright-core';
import puppeteer from 'puppeteer-core';

const [origin, runs = '3'] = process.argv.slice(2);
if (!origin) throw new Error('usage: node bench/lighthouse/lighthouse.mjs ORIGIN [RUNS]');

/** The budgets: minimum scores, maximum times and layout shifts. */
const BUDGETS = {
  performance: { least: 95 },
  accessibility: { least: 100 },
  'best-practices': { least: 100 },
  'LCP ms': { most: 1800 },
  CLS: { most: 0.02 },
  'TBT ms': { most: 200 },
  'INP ms': { most: 100 },
};

/** How each screen is opened: as a new visitor, or as a guest, whose letter is stored on the device. */
const screens = {
  landing: { path: '/' },
  home: { path: '/', guest: true },
  result: { path: '/result', guest: true, letter: true },
  testimony: { path: '/testimony', guest: true },
  'instant support': { path: '/instant-support' },
};

const PHONE = { width: 412, height: 823 };
const port = 9333;

/** A new browser for each run, so that no cache of an earlier one helps. */
async function withBrowser(measure) {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM,
    args: ['--no-sandbox', '--disable-gpu', `--remote-debugging-port=${port}`],
    // Playwright turns the back/forward cache off, and Lighthouse would blame the page for it.
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  });
  try {
    return await measure(browser);
  } finally {
    await browser.close();
  }
}

/** The letter that a guest would have stored, from the server. */
async function askForLetter() {
  const response = await fetch(`${origin}/api/guidance`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: origin },
    body: JSON.stringify({ struggle: 'I lie awake and worry about my job.' }),
  });
  const { topic, related, testimonies, sources } = await response.json();
  return JSON.stringify({ topic, related, testimonies, sources, offline: false });
}

/** Puts a visitor's state into storage: Lighthouse opens its own page in the same profile. */
const remembering = ({ guest, letter }) => `
  if (${Boolean(guest)}) sessionStorage.setItem('stillwater:guest', '1');
  ${letter ? `localStorage.setItem('stillwater:letter', ${JSON.stringify(letter)});` : ''}`;

async function lighthouseOf({ path, ...visitor }) {
  return withBrowser(async () => {
    const { lhr } = await lighthouse(
      `${origin}${path}`,
      {
        port,
        output: 'json',
        logLevel: 'error',
        onlyCategories: ['performance', 'accessibility', 'best-practices'],
        // Without sign-in the answer is 401, as specified, and the browser logs each of these in its console.
        skipAudits: ['errors-in-console'],
        disableStorageReset: true,
      },
      defaultConfig,
      await preparedPage(visitor),
    );
    if (lhr.runtimeError) throw new Error(`${path}: ${lhr.runtimeError.message}`);
    for (const { id, score, scoreDisplayMode } of Object.values(lhr.audits)) {
      if (scoreDisplayMode === 'binary' && score === 0) console.log(`  ✗ ${path}: ${id}`);
    }
    const score = (name) => Math.round((lhr.categories[name]?.score ?? 0) * 100);
    const audit = (name) => lhr.audits[name]?.numericValue ?? Number.NaN;
    return {
      performance: score('performance'),
      accessibility: score('accessibility'),
      'best-practices': score('best-practices'),
      'LCP ms': audit('largest-contentful-paint'),
      CLS: audit('cumulative-layout-shift'),
      'TBT ms': audit('total-blocking-time'),
    };
  });
}

/** A page of Lighthouse's driver in which the visitor's state is set before any script runs. */
async function preparedPage(visitor) {
  const browser = await puppeteer.connect({
    browserURL: `http://127.0.0.1:${port}`,
    defaultViewport: null,
  });
  const page = await browser.newPage();
  await page.evaluateOnNewDocument(remembering(visitor));
  return page;
}

/** The longest time from a touch to the next frame, from the browser's event timing. */
const interactionOf = () =>
  withBrowser(async (browser) => {
    const page = await browser.newPage({ viewport: PHONE, hasTouch: true });
    await page.addInitScript(remembering({ guest: true }));
    await page.addInitScript(() => {
      Object.assign(window, { longest: 0 });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          if (entry.interactionId) window.longest = Math.max(window.longest, entry.duration);
        }
      }).observe({ type: 'event', durationThreshold: 16, buffered: true });
    });
    await page.goto(origin, { waitUntil: 'networkidle' });
    await page.getByRole('button', { name: 'Fear', exact: true }).tap();
    await page.getByRole('textbox').tap();
    await page.keyboard.type('I worry');
    await page.getByRole('button', { name: 'Upgrade' }).tap();
    await page.getByRole('button', { name: 'Maybe Later' }).tap();
    await page.getByRole('link', { name: 'Guidelines' }).first().tap();
    await page.getByRole('heading', { level: 1, name: 'Guidelines' }).waitFor();
    return { 'INP ms': await page.evaluate(() => window.longest) };
  });

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

async function mediansOf(measure) {
  const measured = [];
  for (let run = 0; run < Number(runs); run += 1) measured.push(await measure());
  return Object.fromEntries(
    Object.keys(measured[0]).map((name) => [name, median(measured.map((one) => one[name]))]),
  );
}

function report(screen, figures) {
  const parts = Object.entries(figures).map(([name, value]) => {
    const { least = Number.NEGATIVE_INFINITY, most = Number.POSITIVE_INFINITY } = BUDGETS[name];
    const held = value >= least && value <= most;
    if (!held) process.exitCode = 1;
    return `${held ? ' ' : '✗'}${name} ${name === 'CLS' ? value.toFixed(3) : Math.round(value)}`;
  });
  console.log(`${screen.padEnd(16)} ${parts.join('  ')}`);
}

const letter = await askForLetter();
for (const [name, { letter: wanted, ...screen }] of Object.entries(screens)) {
  report(name, await mediansOf(() => lighthouseOf({ ...screen, ...(wanted ? { letter } : {}) })));
}
report('touches', await mediansOf(interactionOf));
