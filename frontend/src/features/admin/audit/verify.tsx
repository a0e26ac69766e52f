import { useMutation } from '@tanstack/react-query';
import { Notice } from '@/ui/notice';
import { SmallButton } from '../frame/small-button';
import { audit } from '../frame/staff-words';
import { explain } from '../frame/states';
import { ADMIN, verifyAudit } from '../queries';
import type { Verdict } from '../types';
import { number } from '../words';

/** Verifies the hash chain on the server and shows the result. */
export function Verify() {
  const check = useMutation({
    mutationKey: [...ADMIN, 'verify'],
    mutationFn: verifyAudit,
  });
  return (
    <div className="grid max-w-[34rem] justify-items-start gap-2">
      <SmallButton
        variant="outline"
        icon="shield"
        aria-disabled={check.isPending}
        onClick={() => {
          if (!check.isPending) check.mutate();
        }}
      >
        {check.isPending ? audit.verifying : audit.verify}
      </SmallButton>
      {check.data && <Outcome verdict={check.data} />}
      {check.error && (
        <Notice tone="danger">
          {audit.notChecked} {explain(check.error)}
        </Notice>
      )}
    </div>
  );
}

function Outcome({ verdict: { lines, firstBroken, unsealed } }: { verdict: Verdict }) {
  if (firstBroken === null) {
    return (
      <Notice icon="check">
        {audit.whole(lines)}
        {unsealed > 0 && audit.unsealed(unsealed)}
      </Notice>
    );
  }
  return <Notice tone="danger">{audit.broken(number(firstBroken), lines)}</Notice>;
}
