import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { dateInWords, numberInWords } from '@/lib/dates';
import { useWords } from '@/lib/language';
import { takeLostFocus } from '@/lib/take-lost-focus';
import { Button, ButtonLink, buttonClass } from '@/ui/button';
import { LoadFailed, reasonOf } from '@/ui/load-failed';
import { Notice } from '@/ui/notice';
import { Page } from '@/ui/page';
import { SignInLink } from '@/ui/sign-in-link';
import { acceptGift, changedByGift, type GiftSeen, giftQuery } from './queries';
import { gift } from './words';

interface GiftScreenProps {
  /** Whether somebody is signed in; undefined while unknown. */
  signedIn: boolean | undefined;
}

/** The page that the link of a gift opens. It shows nothing of who gave it. */
export function GiftScreen({ signedIn }: GiftScreenProps) {
  const words = useWords(gift);
  const { code = '' } = useParams();
  const { data, error, isFetching, refetch } = useQuery(giftQuery(code));
  const state = data?.state;
  const otherwise =
    state && state !== 'open' && state !== 'accepted' ? words.states[state] : undefined;
  const title = state === 'accepted' ? words.yours : (otherwise?.title ?? words.title);
  return (
    <Page title={title}>
      {!data && !error && (
        <p role="status" className="breathe text-muted">
          {words.loading}
        </p>
      )}
      {error && !data && (
        <LoadFailed
          title={words.failed}
          error={error}
          busy={isFetching}
          onRetry={() => refetch()}
        />
      )}
      {otherwise && (
        <Card>
          <p>{otherwise.text}</p>
          <ButtonLink to="/" variant="outline" className="mt-6">
            {words.home}
          </ButtonLink>
        </Card>
      )}
      {data && state === 'accepted' && <Accepted seen={data} />}
      {state === 'open' && <Open code={code} signedIn={signedIn} />}
    </Page>
  );
}

function Card({ children }: { children: ReactNode }) {
  return <section className="rounded-card bg-surface p-6 sm:p-8">{children}</section>;
}

interface OpenProps extends GiftScreenProps {
  code: string;
}

/** A gift that can be accepted. */
function Open({ code, signedIn }: OpenProps) {
  const words = useWords(gift);
  const client = useQueryClient();
  const acceptance = useMutation({
    mutationFn: () => acceptGift(code),
    onSuccess: (seen) => {
      client.setQueryData(giftQuery(code).queryKey, seen);
      return Promise.all(
        changedByGift.map((queryKey) => client.invalidateQueries({ queryKey: [...queryKey] })),
      );
    },
  });
  return (
    <Card>
      <p className="text-lead text-ink">{words.open}</p>
      <p className="mt-3">{words.what}</p>
      <p className="mt-3 text-muted">{words.already}</p>
      {signedIn === false ? (
        <>
          <SignInLink
            returnTo={`/gift/${code}`}
            className={buttonClass('primary', 'mt-6 flex w-full')}
          >
            {words.signIn}
          </SignInLink>
          <p className="mt-3 text-label text-muted">{words.signInText}</p>
        </>
      ) : (
        <Button
          className="mt-6 w-full"
          disabled={signedIn === undefined || acceptance.isPending}
          onClick={() => acceptance.mutate()}
        >
          {acceptance.isPending ? words.accepting : words.accept}
        </Button>
      )}
      {acceptance.error && (
        <Notice tone="danger" className="mt-5">
          <strong className="block">{words.notAccepted}</strong>
          {reasonOf(acceptance.error)}
        </Notice>
      )}
    </Card>
  );
}

/** What the receiver has now. */
function Accepted({ seen }: { seen: GiftSeen }) {
  const words = useWords(gift);
  const { until, heldDays } = seen;
  return (
    <Card>
      <div ref={takeLostFocus} tabIndex={-1} role="status" className="outline-none">
        {until && <p className="text-lead text-ink">{words.until(dateInWords(until))}</p>}
        {heldDays > 0 && (
          <p className="text-lead text-ink">{words.held(numberInWords(heldDays))}</p>
        )}
        {!until && heldDays === 0 && <p>{words.done}</p>}
      </div>
      <div className="mt-6 flex flex-wrap gap-3 max-sm:*:w-full">
        <ButtonLink to="/">{words.start}</ButtonLink>
        <ButtonLink to="/profile" variant="outline">
          {words.profile}
        </ButtonLink>
      </div>
    </Card>
  );
}
