/**
 * The controls on the lock screen and on headphones while a text is read aloud. They show the app's name and nothing of
 * what is read.
 *
 * Browsers show them only while media plays, and speech does not count: a silent track plays beside it. Without it, or
 * without the Media Session API, reading works all the same.
 */
import { appName } from './product';

interface Controls {
  play(): void;
  pause(): void;
  stop(): void;
}

export interface LockScreen {
  set(state: 'playing' | 'paused'): void;
  end(): void;
}

export function showOnLockScreen(controls: Controls): LockScreen | null {
  const session = navigator.mediaSession;
  if (!session || typeof MediaMetadata === 'undefined') return null;
  const track = new Audio('/silence.mp3');
  track.loop = true;
  session.metadata = new MediaMetadata({
    title: appName(),
    artwork: [{ src: '/install/icon-192.png', sizes: '192x192', type: 'image/png' }],
  });
  const handle = (to: Controls | null) => {
    for (const action of ['play', 'pause', 'stop'] as const)
      session.setActionHandler(action, to && (() => to[action]()));
  };
  handle(controls);
  return {
    set(state) {
      session.playbackState = state;
      if (state === 'playing') void track.play().catch(() => {});
      else track.pause();
    },
    end() {
      track.pause();
      track.removeAttribute('src');
      session.playbackState = 'none';
      session.metadata = null;
      handle(null);
    },
  };
}
