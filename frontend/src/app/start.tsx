import { StrictMode, startTransition, useLayoutEffect } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import type { FirstPicture } from '@/first-picture/first-picture';
import { forgetOldDraft } from '@/lib/draft-on-device';
import { keepDraft } from '@/lib/drafts';
import { showPlainPart } from '@/lib/plain-part';
import { takeSharedText } from '@/lib/shared-text';
import { surviveTranslation } from '@/lib/translated-page';
import { App } from './app';
import { activatePreferredLanguage } from './languages';

/** Renders the app in place of the first picture, if there is one. */
export async function start(root: HTMLElement, picture: FirstPicture | null): Promise<void> {
  surviveTranslation();
  afterLoading(forgetOldDraft);
  if (import.meta.env.PROD && 'serviceWorker' in navigator) afterLoading(followUpdates);
  const [shared] = await Promise.all([takeSharedText(), activatePreferredLanguage()]);
  // Shared text only fills the field: the user decides whether to send it.
  if (shared) keepDraft('struggle', shared);
  // A transition keeps the page responsive while rendering. `flushSync` loses no keystroke while somebody is typing.
  const draw = picture?.isWriting() ? flushSync : startTransition;
  draw(() =>
    createRoot(root, { onUncaughtError: showPlainPart }).render(
      <StrictMode>
        <App />
        {picture && <HandOver from={picture} />}
      </StrictMode>,
    ),
  );
}

/** Replays the user's actions at the moment the app replaces the first picture. */
function HandOver({ from }: { from: FirstPicture }) {
  // A microtask runs before the next paint and input event, but outside React's commit.
  useLayoutEffect(() => queueMicrotask(() => void from.handOver()), [from]);
  return null;
}

/** Without its code, if the network fails here, the app works as before; the next visit loads it again. */
async function followUpdates() {
  const following = await import('@/lib/follow-updates').catch(() => null);
  await following?.followUpdates();
}

/** Caching files must not compete with the first render. */
function afterLoading(then: () => void) {
  if (document.readyState === 'complete') then();
  // Called without the event, which would become its argument.
  else window.addEventListener('load', () => then(), { once: true });
}
