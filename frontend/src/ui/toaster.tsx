/** Renders the single toast. Radix provides the F8 hotkey, the swipe to the right at 50 px, and the live region. */
import { Toast } from 'radix-ui';
import { useWords } from '@/lib/language';
import { DEFAULT_DURATION, dismissToast, useToast } from '@/lib/toasts';
import { Icon } from './icon';
import { parts } from './words';

export default function Toaster() {
  const toast = useToast();
  const words = useWords(parts);
  return (
    <Toast.Provider
      duration={DEFAULT_DURATION}
      swipeDirection="right"
      swipeThreshold={50}
      label={words.notice}
    >
      {toast && (
        <Toast.Root
          key={toast.id}
          open={toast.open}
          duration={toast.duration ?? DEFAULT_DURATION}
          onOpenChange={(open) => {
            if (!open) dismissToast(toast.id);
          }}
          className={`toast pointer-events-auto flex items-start gap-3 rounded-field border bg-surface p-4 pl-5 text-body shadow-lift ${toast.tone === 'destructive' ? 'border-danger' : 'border-line-strong'}`}
        >
          <div className="min-w-0 flex-1">
            <Toast.Title
              className={`font-semibold ${toast.tone === 'destructive' ? 'text-danger' : 'text-ink'}`}
            >
              {toast.title}
            </Toast.Title>
            {toast.description && (
              <Toast.Description className="text-label">{toast.description}</Toast.Description>
            )}
          </div>
          <Toast.Close
            aria-label={words.closeNotice}
            className="-my-1.5 -mr-1 grid size-11 shrink-0 place-items-center rounded-full hover:bg-sunk"
          >
            <Icon name="close" className="size-5" />
          </Toast.Close>
        </Toast.Root>
      )}
      <Toast.Viewport
        hotkey={['F8']}
        label={words.notices}
        className="fixed right-3 bottom-[calc(80px+env(safe-area-inset-bottom))] z-50 rail:bottom-3 flex w-[min(25rem,calc(100vw-24px))] flex-col outline-none"
      />
    </Toast.Provider>
  );
}
