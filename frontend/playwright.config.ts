import { existsSync } from 'node:fs';
import { defineConfig, devices } from '@playwright/test';

/** Where Debian puts its browsers; `bin/test` names in CHROMIUM what it has found. */
const installed = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find(existsSync);

/** Whole journeys on the real stack, which `bin/test` starts and names in BASE_URL and DATABASE_URL. */
export default defineConfig({
  testDir: 'e2e',
  // Pictures are made, and speed is measured, only when they are asked for.
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
    // A trace writes down every step of every journey, which takes longer than most of them: only where one is looked at.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    // What moves is looked at where it is measured.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? installed ?? 'chromium',
      args: [
        '--no-sandbox',
        // The headless shell would round the width of every letter, as no desktop does.
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
