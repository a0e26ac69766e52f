/**
 * A modal dialog on the native `<dialog>`: it traps and restores focus and makes the page inert without our code.
 * Escape closes it at once; the backdrop after `backdropAfterMs`.
 * No dialog library: the browser's element needs none of their code, and the crisis dialog must open without a download.
 */
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useLanguage, useWords } from '@/lib/language';
import { MoreBelow } from './more-below';
import { parts } from './words';

/** The last focused element. A button that is disabled while it works loses focus before its dialog opens. */
let lastFocused: EventTarget | null = null;
document.addEventListener('focusin', (event) => {
  lastFocused = event.target;
});

interface DialogProps {
  title: ReactNode;
  onClose(): void;
  /** Describes the dialog to screen readers: an alert's title alone does not say what is at stake. */
  description?: ReactNode;
  children?: ReactNode;
  /** Fixed below the scrolling part. */
  footer?: ReactNode;
  /** What a button says while there is more below the visible part; it leads there. */
  moreBelow?: string;
  role?: 'dialog' | 'alertdialog';
  /** Whether an action is pending that closing would not cancel: the dialog stays open. */
  busy?: boolean;
  /** The backdrop closes the dialog only after this delay, so that a slip cannot hide the helplines. */
  backdropAfterMs?: number;
  className?: string;
}

export function Dialog({
  title,
  onClose,
  description,
  children,
  footer,
  moreBelow,
  role = 'dialog',
  busy = false,
  backdropAfterMs = 0,
  className = 'max-w-[30rem]',
}: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const openedAt = useRef(0);
  const end = useRef<HTMLDivElement>(null);
  const titleId = useId();
  const descriptionId = useId();
  const dismiss = () => {
    if (!busy) onClose();
  };

  useEffect(() => {
    const dialog = ref.current;
    const focused = document.activeElement;
    const opener = focused === document.body ? lastFocused : focused;
    // Keeps the page width when its scrollbar disappears.
    const root = document.documentElement;
    root.style.setProperty('--scrollbar', `${window.innerWidth - root.clientWidth}px`);
    dialog?.showModal();
    openedAt.current = Date.now();
    return () => {
      dialog?.close();
      // The browser restores focus only while the dialog is still in the document.
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    };
  }, []);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the backdrop's keyboard equivalent is Escape, which `cancel` handles.
    <dialog
      ref={ref}
      role={role}
      aria-labelledby={titleId}
      aria-describedby={description ? descriptionId : undefined}
      className={`m-auto max-sm:mb-[max(12px,env(safe-area-inset-bottom))] max-h-[min(92dvh,54rem)] w-[calc(100%-24px)] overflow-hidden rounded-card bg-surface p-0 text-body shadow-lift backdrop:bg-[rgb(4_16_21/.62)] backdrop:backdrop-blur-[2px] open:flex open:flex-col ${className}`}
      onCancel={(event) => {
        event.preventDefault();
        dismiss();
      }}
      onClose={({ currentTarget: dialog }) => {
        // A stale close event: the dialog is open again, or unmounted.
        if (dialog.open || !dialog.isConnected) return;
        // Browsers do not let a page prevent a second Escape or Back.
        if (busy) dialog.showModal();
        else onClose();
      }}
      onClick={(event) => {
        const onBackdrop = event.target === event.currentTarget;
        if (onBackdrop && Date.now() - openedAt.current >= backdropAfterMs) dismiss();
      }}
    >
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain scroll-smooth p-6 pb-5 sm:p-8 sm:pb-6">
        <h2 id={titleId} tabIndex={-1} className="display text-h3 text-ink outline-none sm:text-h2">
          {title}
        </h2>
        {description && <div id={descriptionId}>{description}</div>}
        {children}
        <div ref={end} />
      </div>
      {moreBelow && <MoreBelow end={end}>{moreBelow}</MoreBelow>}
      {footer && (
        <div className="flex flex-wrap justify-end gap-3 border-t border-line px-6 py-4 max-sm:*:flex-1 max-sm:*:px-3 max-sm:*:whitespace-nowrap sm:px-8">
          {footer}
        </div>
      )}
    </dialog>
  );
}

interface AlertProps {
  children: ReactNode;
  onClose(): void;
  title?: string;
}

/** The specification's alert: text and one button; Escape and backdrop dismiss it. */
export function AlertDialog({ children, onClose, title }: AlertProps) {
  const words = useWords(parts);
  const language = useLanguage();
  return (
    <Dialog
      role="alertdialog"
      title={title ?? <span lang={language}>{words.pleaseNote}</span>}
      onClose={onClose}
      description={<p className="mt-2 text-balance">{children}</p>}
      className="max-w-[24rem]"
      footer={
        <button
          type="button"
          lang={language}
          onClick={onClose}
          className="min-h-11 rounded-full bg-water px-6 font-semibold text-on-water"
        >
          {words.ok}
        </button>
      }
    />
  );
}
