import { existsSync } from 'node:fs';
import { defineConfig, devices } from '@playwright/test';

/** The usual paths of Debian's browsers; `bin/test` sets CHROMIUM to the one it found. */
const installed = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find(existsSync);

/** Browser tests on the real stack, which `bin/test` starts and passes in BASE_URL and DATABASE_URL. */
export default defineConfig({
  testDir: 'e2e',
  // Screenshots and benchmarks run on demand only.
  testMatch: process.env.BENCH ? '*.bench.ts' : '*.spec.ts',
  testIgnore: process.env.GALLERY ? [] : ['gallery*.spec.ts'],
  outputDir: 'test-results',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  use: {
    baseURL: process.env.BASE_URL ?? 'http://127.0.0.1:4173',
    ...devices['Desktop Chrome'],
    locale: 'en-US',
    timezoneId: 'America/New_York',
    // Tracing every step takes longer than most tests, so it is on demand.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    // Tests that measure motion turn it on themselves.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? installed ?? 'chromium',
      args: [
        '--no-sandbox',
        // The headless shell would round glyph widths, which desktop browsers do not do.
        '--font-render-hinting=none',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
