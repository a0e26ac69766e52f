import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from '@/app/app';
import { speakWanted } from '@/app/languages';
import { keepDraft } from '@/lib/drafts';
import { awaitInstallOffer } from '@/lib/install-offer';
import { restoreTheme } from '@/lib/remembered';
import { takeSharedText } from '@/lib/shared-text';
import { followUpdates } from '@/lib/update';
import '@/app/first-load.css';

restoreTheme();
awaitInstallOffer();
if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  // After the first paint: the shell's cache must not compete with what is on screen.
  window.addEventListener('load', () => followUpdates());
}
void start();

async function start() {
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has lost its root element.');
  const [shared] = await Promise.all([takeSharedText(), speakWanted()]);
  // It only fills the box: sending it is up to the person.
  if (shared) keepDraft('struggle', shared);
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
