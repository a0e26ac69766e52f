/** The entry point: shows the first picture, then loads the app. */
import { loadScreen } from '@/app/screens';
import { type FirstPicture, showFirstPicture } from '@/first-picture/first-picture';
import { LEAVE } from '@/first-picture/replay';
import { awaitInstallOffer } from '@/lib/install-offer';
import { page } from '@/lib/page';
import { isBelowFloor, showPlainPart, takePlainPart } from '@/lib/plain-part';
import { pathHere, restoreTheme } from '@/lib/remembered';
import '@/app/first-load.css';

/** How long the loaded app waits for its screen's chunk, so that the picture is not replaced by a skeleton. */
const SCREEN_TIMEOUT_MS = 500;

if (!isBelowFloor()) {
  takePlainPart();
  try {
    begin();
  } catch {
    showPlainPart();
  }
}

function begin() {
  restoreTheme();
  awaitInstallOffer();
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has lost its root element.');
  const picture = showFirstPicture(root);
  startApp(root, picture).catch(() => {
    if (picture && !wasReloaded() && pathHere() !== '/instant-support') loadAgainWhenAsked();
    else showPlainPart();
  });
}

async function startApp(root: HTMLElement, picture: FirstPicture | null) {
  await picture?.painted;
  const screen = loadScreen(pathHere());
  const { start } = await import('@/app/start');
  // Without a picture the app's frame is rendered at once, before the screen has loaded.
  if (picture) await Promise.race([screen, new Promise((go) => setTimeout(go, SCREEN_TIMEOUT_MS))]);
  await start(root, picture);
}

/** Whether loading the page again has been tried already. */
function wasReloaded() {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return navigation?.type === 'reload';
}

/** The network failed, or a new release has removed this version's files. The picture's links still work. */
function loadAgainWhenAsked() {
  const again = () => page.reload();
  window.addEventListener('online', again);
  window.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('button') : null;
    // The quick exit is already navigating; a reload must not cancel it.
    if (button && !button.matches(LEAVE)) again();
  });
}
