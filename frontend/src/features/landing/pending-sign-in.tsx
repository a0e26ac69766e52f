import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { apiQuery } from '@/lib/api/query';
import { useWords } from '@/lib/language';
import { page } from '@/lib/page';
import { Button, buttonClass } from '@/ui/button';
import { Notice } from '@/ui/notice';
import { pending } from './pending-words';

interface WayBackProps {
  /** The masked address. */
  address: string;
  /** In seconds. */
  sendAgainAfter: number;
  className: string;
}

const CODE_PAGE = '/api/login/code';
const query = apiQuery('/api/login/pending');

/**
 * The way back to the code of a sign-in by email that this browser has begun, if there is one: an installed app may have
 * restarted while its user looked into their mail.
 */
export default function PendingSignIn({ className }: { className: string }) {
  const { data } = useQuery(query);
  if (!data?.address) return null;
  return <WayBack {...{ ...data, address: data.address, className }} />;
}

function WayBack({ address, sendAgainAfter, className }: WayBackProps) {
  const words = useWords(pending);
  const [maySendAgain, setMaySendAgain] = useState(sendAgainAfter === 0);
  useEffect(() => {
    const timer = setTimeout(() => setMaySendAgain(true), sendAgainAfter * 1000);
    return () => clearTimeout(timer);
  }, [sendAgainAfter]);
  return (
    <Notice className={className}>
      <p>
        {words.sent}{' '}
        <bdi translate="no" className="font-semibold text-ink">
          {address}
        </bdi>
        .
      </p>
      <div className="mt-3 flex flex-wrap gap-3">
        <a
          href={CODE_PAGE}
          className={buttonClass('primary', '', 'small')}
          onClick={(event) => {
            event.preventDefault();
            page.go(CODE_PAGE);
          }}
        >
          {words.haveCode}
        </a>
        {/* A form, because the answer is the page for the code. Its place is kept, so that nothing moves. */}
        <form
          method="post"
          action="/api/login/again"
          onSubmit={page.keepDrafts}
          className={maySendAgain ? undefined : 'invisible'}
        >
          <Button type="submit" variant="outline" size="small">
            {words.again}
          </Button>
        </form>
      </div>
    </Notice>
  );
}
