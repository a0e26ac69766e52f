import BlockedNotice from '@/features/user/blocked-notice';
import PastDueNotice from '@/features/user/past-due-notice';
import { isPastDue } from '@/features/user/plan';
import type { User } from '@/lib/api/types';

/** Screens that a blocked account cannot use. */
const closed = ['/', '/result', '/testimony', '/thank-you'];
/** No payment notice on screens about help or testimonies; the profile shows it in more detail. */
const withoutMoney = ['/instant-support', '/testimony', '/profile'];

/** What people must know of their account before all else: that it is blocked, or that a payment failed. */
export default function AccountNotices({ user, here }: { user: User; here: string }) {
  return (
    <>
      {user.blocked && closed.includes(here) && <BlockedNotice className="m-3" />}
      {isPastDue(user) && !withoutMoney.includes(here) && (
        <PastDueNotice isPremium={user.isPremium} className="m-3" />
      )}
    </>
  );
}
