import { useEffect, useRef, useState } from 'react';
import type { Prayer } from '@/lib/api/types';
import { dateInWords } from '@/lib/dates';
import { dropDraft } from '@/lib/drafts';
import { useWords } from '@/lib/language';
import { takeLostFocus } from '@/lib/take-lost-focus';
import { Button } from '@/ui/button';
import { Icon } from '@/ui/icon';
import { reasonOf } from '@/ui/load-failed';
import { Notice } from '@/ui/notice';
import { AnswerForm, answerDraft } from './answer-form';
import { DeleteDialog } from './delete-dialog';
import { Switch } from './switch';
import { useChange } from './use-change';
import { written as writtenWords } from './words';

interface PrayerCardProps {
  prayer: Prayer;
  premium: boolean;
  onDeleted(): void;
}

/** One prayer: its text, sharing and answer. */
export function PrayerCard({ prayer, premium, onDeleted }: PrayerCardProps) {
  const words = useWords(writtenWords);
  const [open, setOpen] = useState<'answer' | 'delete' | null>(null);
  const { id, text, createdAt, shared, prayedAt, answeredAt, answerNote } = prayer;
  const written = dateInWords(createdAt);
  const heading = useRef<HTMLHeadingElement>(null);
  const [steps, setSteps] = useState(0);
  const close = () => {
    setOpen(null);
    setSteps((before) => before + 1);
  };
  const change = useChange(prayer, () => {
    dropDraft(answerDraft(id));
    close();
  });

  // The pressed control may disappear: at once with the closed form, or with the updated prayer.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it must run on each change of the available controls.
  useEffect(() => {
    if (steps > 0) takeLostFocus(heading.current);
  }, [steps, shared, answeredAt]);

  return (
    <li className="rounded-card bg-surface p-6 sm:p-8">
      <div className="flex flex-wrap items-center justify-between gap-x-5 gap-y-2">
        <h3 ref={heading} tabIndex={-1} className="text-label text-muted outline-none">
          <time dateTime={createdAt}>{written}</time>
        </h3>
        {answeredAt && (
          <span className="rounded-full border border-water px-3.5 py-1 text-small font-semibold text-water">
            {words.answered}
          </span>
        )}
      </div>
      <p dir="auto" className="mt-3 whitespace-pre-line wrap-anywhere text-ink">
        {text}
      </p>
      {prayedAt && (
        <p className="mt-4 flex items-center gap-2.5 text-label">
          <Icon name="people" className="size-5 text-amber-text" />
          <span>
            {words.prayedOn}
            <time dateTime={prayedAt}>{dateInWords(prayedAt)}</time>
          </span>
        </p>
      )}
      {answeredAt && (
        <div className="mt-4 rounded-field bg-sunk px-5 py-4 text-label">
          <p className="font-semibold text-ink">
            {words.answeredOn}
            <time dateTime={answeredAt}>{dateInWords(answeredAt)}</time>
          </p>
          {answerNote && (
            <p dir="auto" className="mt-1 whitespace-pre-line wrap-anywhere">
              {answerNote}
            </p>
          )}
        </div>
      )}
      {(premium || shared) && !answeredAt && (
        <div className="mt-5">
          <Switch
            label={words.share}
            hint={shared ? words.shared : words.notShared}
            on={shared}
            disabled={change.isPending}
            onChange={(on) => change.mutate({ shared: on })}
          />
        </div>
      )}
      <p role="status" className="sr-only">
        {change.isPending && words.keeping}
        {change.data?.prayer && words.kept}
      </p>
      {change.error && (
        <Notice tone="danger" className="mt-5">
          <strong className="block">{words.failed}</strong>
          {reasonOf(change.error)}
        </Notice>
      )}
      {open === 'answer' && change.data?.prayer === null && (
        <Notice className="mt-5">{words.notKept}</Notice>
      )}
      {open === 'answer' ? (
        <AnswerForm
          id={id}
          pending={change.isPending}
          onCancel={close}
          onAnswer={(note) =>
            change.mutate({ answered: true, ...(note ? { answerNote: note } : {}) })
          }
        />
      ) : (
        <div className="mt-5 -mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t border-line pt-2">
          {answeredAt ? (
            <QuietButton
              label={words.notAnsweredOf(written)}
              busy={change.isPending}
              onClick={() => change.mutate({ answered: false })}
            >
              {words.notAnswered}
            </QuietButton>
          ) : (
            <Button
              variant="outline"
              icon="check"
              className="my-1"
              aria-label={words.markOf(written)}
              onClick={() => setOpen('answer')}
            >
              {words.mark}
            </Button>
          )}
          <QuietButton label={words.deleteOf(written)} onClick={() => setOpen('delete')}>
            {words.delete}
          </QuietButton>
        </div>
      )}
      {open === 'delete' && (
        <DeleteDialog prayer={prayer} onClose={() => setOpen(null)} onDeleted={onDeleted} />
      )}
    </li>
  );
}

interface QuietButtonProps {
  label: string;
  busy?: boolean;
  onClick(): void;
  children: string;
}

const QuietButton = ({ label, busy = false, onClick, children }: QuietButtonProps) => (
  <button
    type="button"
    aria-label={label}
    aria-disabled={busy}
    onClick={() => {
      if (!busy) onClick();
    }}
    className="-mx-3 min-h-11 rounded-full px-3 text-label font-semibold text-muted hover:text-ink hover:underline aria-disabled:opacity-55"
  >
    {children}
  </button>
);
