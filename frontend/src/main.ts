/** What every visit loads first: enough for the first picture of a screen. The app follows. */
import { loadScreen } from '@/app/screens';
import { LEAVE } from '@/first-picture/doings';
import { type FirstPicture, showFirstPicture } from '@/first-picture/first-picture';
import { addPlainHelp } from '@/first-picture/plain-help';
import { awaitInstallOffer } from '@/lib/install-offer';
import { page } from '@/lib/page';
import { restoreTheme } from '@/lib/remembered';
import '@/app/first-load.css';

/** When the app is here, its screen is waited for so long: the picture need not give way to an outline. */
const PATIENCE_MS = 500;

restoreTheme();
awaitInstallOffer();
const root = document.getElementById('root');
if (!root) throw new Error('index.html has lost its root element.');
const picture = showFirstPicture(root);
startApp(root, picture).catch(() => {
  addPlainHelp(root);
  loadAgainWhenAsked();
});

async function startApp(root: HTMLElement, picture: FirstPicture | null) {
  await picture?.painted;
  const screen = loadScreen(window.location.pathname);
  const { start } = await import('@/app/start');
  // Without a picture the frame of the app comes at once, and the screen when it is here.
  if (picture) await Promise.race([screen, new Promise((go) => setTimeout(go, PATIENCE_MS))]);
  await start(root, picture);
}

/** The network is gone, or another release has taken the place of this one. The picture's links work all the same. */
function loadAgainWhenAsked() {
  const again = () => page.reload();
  window.addEventListener('online', again);
  window.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('button') : null;
    // Who leaves is on the way to another page: this one must not come back instead.
    if (button && !button.matches(LEAVE)) again();
  });
}
