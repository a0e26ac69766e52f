/**
 * The entry point of the payment document: the only one that may load Stripe's script, so it runs nothing else of the
 * app.
 */
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { activatePreferredLanguage } from '@/app/languages';
import { PaymentDocument } from '@/app/payment-document';
import { screenWords } from '@/app/screens';
import { keepDraftsForReload } from '@/lib/drafts';
import { isBelowFloor, showPlainPart, takePlainPart } from '@/lib/plain-part';
import { preferredLanguage, restoreTheme } from '@/lib/remembered';
import { surviveTranslation } from '@/lib/translated-page';
import '@/app/first-load.css';

if (!isBelowFloor()) void begin();

async function begin() {
  surviveTranslation();
  takePlainPart();
  restoreTheme();
  // Unsent text of the app was carried over and is kept for every way back.
  window.addEventListener('pagehide', keepDraftsForReload);
  const root = document.getElementById('root');
  if (!root) throw new Error('subscribe.html has lost its root element.');
  const words = preferredLanguage() === 'es' ? import('@/app/spanish-payment') : null;
  // Without its words the page is in English, and pays all the same.
  await Promise.all([words, screenWords(), activatePreferredLanguage()]).catch(() => {});
  createRoot(root, { onUncaughtError: showPlainPart }).render(
    <StrictMode>
      <PaymentDocument />
    </StrictMode>,
  );
}
