import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from '@/app/app';
import { restoreTheme } from '@/lib/theme';
import '@/app/first-load.css';

restoreTheme();

const root = document.getElementById('root');
if (!root) throw new Error('index.html has lost its root element.');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);

if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  // After the first paint: the shell's cache must not compete with what is on screen.
  window.addEventListener('load', () => navigator.serviceWorker.register('/sw.js'));
}
