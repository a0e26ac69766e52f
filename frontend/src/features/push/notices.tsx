import type { ReactNode } from 'react';
import { isApiError } from '@/lib/api/error';
import { useWords } from '@/lib/language';
import { takeLostFocus } from '@/lib/take-lost-focus';
import { Button } from '@/ui/button';
import { Link } from '@/ui/link';
import { reasonOf } from '@/ui/load-failed';
import { Notice } from '@/ui/notice';
import { OwnSection } from '@/ui/own-section';
import { NoPushService, type Support, support } from './browser';
import type { Wishes } from './queries';
import { useNotices } from './use-notices';
import { notices } from './words';

/** Notices on this device, where the operator has set them up. Nothing is asked before a tap. */
export default function Notices() {
  const words = useWords(notices);
  const state = useNotices();
  const { server, told, error, isBusy } = state;
  if (!state.isSetUp) return null;
  const able = support();
  return (
    <OwnSection title={words.title}>
      <p className="mt-1 text-label text-muted">{words.text}</p>
      {able === 'yes' ? (
        <div className="mt-4 mb-2.5 grid justify-items-start gap-4">
          {state.device && state.wishes && (
            <WishList wishes={state.wishes} isBusy={isBusy} onChange={state.change} />
          )}
          <Button
            variant="outline"
            aria-disabled={isBusy}
            onClick={state.device ? state.turnOff : state.turnOn}
          >
            {buttonWords(words, state)}
          </Button>
          <p
            ref={takeLostFocus}
            role="status"
            tabIndex={-1}
            className="text-label text-muted outline-none empty:hidden"
          >
            {told === 'on' && words.isOn}
            {told === 'off' && words.isOff}
            {told === 'not-allowed' && words.notAllowed}
          </p>
        </div>
      ) : (
        <Unable why={able} />
      )}
      {error && (
        <Notice
          className="mb-3"
          {...(isApiError(error) ? { tone: 'danger' as const } : { icon: 'offline' as const })}
        >
          <strong className="block">{words.failed}</strong>
          {error instanceof NoPushService ? words.noService : reasonOf(error)}
        </Notice>
      )}
      {server.isRefetchError && !error && (
        <p role="status" className="mb-3 text-small text-muted">
          {words.notLoaded}. {reasonOf(server.error)}
        </p>
      )}
    </OwnSection>
  );
}

function buttonWords(
  words: typeof notices,
  { device, isTurningOn, isTurningOff }: ReturnType<typeof useNotices>,
): string {
  if (isTurningOn) return words.turningOn;
  if (isTurningOff) return words.turningOff;
  return device ? words.off : words.on;
}

interface WishListProps {
  wishes: Wishes;
  isBusy: boolean;
  onChange(wishes: Wishes): void;
}

function WishList({ wishes, isBusy, onChange }: WishListProps) {
  const words = useWords(notices);
  const one = (name: keyof Wishes, beside?: ReactNode) => (
    <li>
      <label className="flex min-h-11 cursor-pointer items-center gap-3.5 py-1.5 text-label text-ink">
        <input
          type="checkbox"
          checked={wishes[name]}
          // `aria-disabled` instead of `disabled`, which would lose the focus while saving.
          aria-disabled={isBusy}
          onChange={() => onChange({ ...wishes, [name]: !wishes[name] })}
          className="size-5 shrink-0 accent-water"
        />
        {words[name]}
      </label>
      {beside}
    </li>
  );
  return (
    <fieldset>
      <legend className="text-small text-muted">{words.what}</legend>
      <ul>
        {one('stories')}
        {one('prayers')}
        {one(
          'psalm',
          wishes.psalm && (
            <Link
              to="/today"
              className="ml-8.5 inline-flex min-h-11 items-center text-label font-semibold text-water underline-offset-4 hover:underline"
            >
              {words.psalmLink}
            </Link>
          ),
        )}
      </ul>
    </fieldset>
  );
}

/** Why notices cannot be turned on here, and what helps. */
function Unable({ why }: { why: Exclude<Support, 'yes'> }) {
  const words = useWords(notices);
  const text = { blocked: words.blocked, install: words.install, no: words.unsupported }[why];
  return <p className="mt-3 mb-2.5 text-label text-body">{text}</p>;
}
