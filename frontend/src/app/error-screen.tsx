import { InstantSupportNumbers } from '@/features/support/instant-support-numbers';
import { useWords } from '@/lib/language';
import { page } from '@/lib/page';
import { Button } from '@/ui/button';
import { elsewhere } from './words';

/** Shown after a render error, with the helplines. */
export function ErrorScreen() {
  const words = useWords(elsewhere).failed;
  return (
    <main className="mx-auto max-w-[38rem] px-6 py-16">
      <h1 className="display text-h1 text-ink">{words.title}</h1>
      <p className="mt-3 text-lead">{words.text}</p>
      <InstantSupportNumbers />
      <Button className="mt-8" onClick={() => page.reload()}>
        {words.again}
      </Button>
    </main>
  );
}
