import { type ComponentType, lazy, Suspense } from 'react';
import { useLocation } from 'react-router';
import { type Reason, useQuietHelp } from '@/lib/quiet-help';

const QuietHelpLine = lazy<ComponentType<{ reason: Reason }>>(() =>
  import('./quiet-help-line').catch(() => ({ default: () => null })),
);

/**
 * The line with ways to people at the foot of every screen but the one with the numbers. Its code loads on demand; without
 * it, *Help now* in the bar leads to the same people.
 */
export function QuietHelp() {
  const reason = useQuietHelp();
  const { pathname } = useLocation();
  if (!reason || pathname === '/instant-support') return null;
  return (
    <Suspense fallback={null}>
      <QuietHelpLine reason={reason} />
    </Suspense>
  );
}
