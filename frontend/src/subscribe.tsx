/**
 * The entry point of the payment document: the only one that may load Stripe's script, so it runs nothing else of the
 * app.
 */
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { PaymentDocument } from '@/app/payment-document';
import { keepDraftsForReload } from '@/lib/drafts';
import { isBelowFloor, showPlainPart, takePlainPart } from '@/lib/plain-part';
import { restoreTheme } from '@/lib/remembered';
import '@/app/first-load.css';

if (!isBelowFloor()) begin();

function begin() {
  takePlainPart();
  restoreTheme();
  // Unsent text of the app was carried over and is kept for every way back.
  window.addEventListener('pagehide', keepDraftsForReload);
  const root = document.getElementById('root');
  if (!root) throw new Error('subscribe.html has lost its root element.');
  createRoot(root, { onUncaughtError: showPlainPart }).render(
    <StrictMode>
      <PaymentDocument />
    </StrictMode>,
  );
}
