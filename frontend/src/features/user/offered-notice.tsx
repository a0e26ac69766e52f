import { useQuery } from '@tanstack/react-query';
import { useWords } from '@/lib/language';
import { Notice } from '@/ui/notice';
import { SubscribeLink } from '@/ui/subscribe-link';
import { subscriptionQuery } from './queries';
import { plan } from './words';

/** Tells a user that somebody paid for Premium under their address. It says nothing about who that was. */
export function OfferedNotice() {
  const words = useWords(plan);
  const { data } = useQuery(subscriptionQuery);
  if (!data?.isOffered) return null;
  return (
    <Notice className="mt-5">
      <strong className="block text-ink">{words.offered}</strong>
      {words.offeredText}{' '}
      <SubscribeLink className="font-semibold text-water underline underline-offset-4">
        {words.offeredLink}
      </SubscribeLink>
    </Notice>
  );
}
