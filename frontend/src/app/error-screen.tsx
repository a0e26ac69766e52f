import { InstantSupportNumbers } from '@/features/support/instant-support-numbers';
import { Button } from '@/ui/button';

/** When our own code fails. It says so plainly, and the numbers are still there. */
export function ErrorScreen() {
  return (
    <main className="mx-auto max-w-[38rem] px-6 py-16">
      <h1 className="display text-h1 text-ink">Something went wrong on our side</h1>
      <p className="mt-3 text-lead">
        It was not you. Loading the page again usually helps. If you need somebody now:
      </p>
      <InstantSupportNumbers />
      <Button className="mt-8" onClick={() => window.location.reload()}>
        Load again
      </Button>
    </main>
  );
}
