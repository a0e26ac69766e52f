/**
 * The lazily loaded screens. This module loads before the app, so that a screen's chunk downloads in parallel with
 * the app.
 */

import { preferredLanguage } from '@/lib/remembered';

/** A lazily loaded module; once loaded, it renders without suspending. */
export interface Deferred<Module> {
  load(): Promise<Module>;
  readonly module: Module | null;
}

/** The words of most screens in the visitor's language; without them the screens are in English. */
export const screenWords = () =>
  preferredLanguage() === 'es' ? import('./spanish-screens').catch(() => {}) : null;

/** The same, with long texts. */
const pageWords = () =>
  preferredLanguage() === 'es'
    ? Promise.all([screenWords(), import('./spanish-pages').catch(() => {})])
    : null;

function deferred<Module>(
  load: () => Promise<Module>,
  words: () => unknown = screenWords,
): Deferred<Module> {
  let module: Module | null = null;
  return {
    async load() {
      [module] = await Promise.all([load(), words()]);
      return module;
    },
    get module() {
      return module;
    },
  };
}

export const screens = {
  result: deferred(() => import('@/features/guidance/result-screen')),
  // Its words are there already, and help waits for nothing else.
  'instant-support': deferred(
    () => import('@/features/support/instant-support-screen'),
    () => null,
  ),
  testimony: deferred(() => import('@/features/testimony/testimony-screen')),
  'thank-you': deferred(() => import('@/features/testimony/thank-you-screen')),
  mine: deferred(() => import('./mine-screen')),
  profile: deferred(() => import('@/features/user/profile-screen')),
  testimonies: deferred(() => import('@/features/testimony/my-testimonies-screen')),
  prayers: deferred(() => import('@/features/prayer/prayers-screen')),
  library: deferred(() => import('@/features/library/library-screen')),
  resources: deferred(() => import('@/features/resources/resources-screen'), pageWords),
  today: deferred(() => import('@/features/psalm/today-screen')),
  gift: deferred(() => import('./gift-of-visitor')),
  passage: deferred(() => import('@/features/passage/passage-screen')),
  guidelines: deferred(() => import('@/features/guidelines/guidelines-screen'), pageWords),
  terms: deferred(() => import('@/features/legal/terms-screen'), pageWords),
  privacy: deferred(() => import('@/features/legal/privacy-screen'), pageWords),
  admin: deferred(() => import('./admin')),
};

export const readingScreen = deferred(() => import('@/features/library/reading-screen'));
export const paymentOfflineScreen = deferred(() => import('./payment-offline-screen'));

/** The upgrade offer. It opens over any screen, on demand. */
export const upgradeDialog = deferred(() => import('@/features/subscription/upgrade-dialog'));

/** What somebody with Premium has. */
export const premiumDialog = deferred(() => import('@/features/subscription/premium-dialog'));

const isScreen = (name: string | undefined): name is keyof typeof screens =>
  name !== undefined && Object.hasOwn(screens, name);

/** Preloads the screen of a path. A failed load is retried on render. */
export async function loadScreen(pathname: string): Promise<void> {
  const name = pathname.split('/')[1];
  if (isScreen(name)) await screens[name].load().catch(() => {});
}
