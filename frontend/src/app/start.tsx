import { StrictMode, startTransition, useLayoutEffect } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import type { FirstPicture } from '@/first-picture/first-picture';
import { keepDraft } from '@/lib/drafts';
import { takeSharedText } from '@/lib/shared-text';
import { followUpdates } from '@/lib/update';
import { App } from './app';
import { speakWanted } from './languages';

/** Draws the app into the page, in the place of its first picture if there is one. */
export async function start(root: HTMLElement, picture: FirstPicture | null): Promise<void> {
  if (import.meta.env.PROD && 'serviceWorker' in navigator) afterLoading(followUpdates);
  const [shared] = await Promise.all([takeSharedText(), speakWanted()]);
  // It only fills the box: sending it is up to the person.
  if (shared) keepDraft('struggle', shared);
  // Drawn in small steps, a touch is answered between them; drawn at once, no letter is lost of what is being typed.
  const draw = picture?.isWriting() ? flushSync : startTransition;
  draw(() =>
    createRoot(root).render(
      <StrictMode>
        <App />
        {picture && <HandOver from={picture} />}
      </StrictMode>,
    ),
  );
}

/** In the moment in which the app takes the picture's place: nothing done in the picture is lost. */
function HandOver({ from }: { from: FirstPicture }) {
  // Before the next paint and the next touch, but outside of React's own work.
  useLayoutEffect(() => queueMicrotask(() => void from.handOver()), [from]);
  return null;
}

/** The shell's cache must not compete with what is on screen. */
function afterLoading(then: () => void) {
  if (document.readyState === 'complete') then();
  // Called without the event, which it would take for an argument of its own.
  else window.addEventListener('load', () => then(), { once: true });
}
