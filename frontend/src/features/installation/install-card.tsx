import { useId } from 'react';
import { dismissInstall, type InstallWay, install } from '@/lib/install';
import { useWords } from '@/lib/language';
import { appName } from '@/lib/product';
import { Button } from '@/ui/button';
import { Icon } from '@/ui/icon';
import { installation } from './words';

/** The offer to install the app, below everything else; dismissing it is final. */
export default function InstallCard({ way }: { way: NonNullable<InstallWay> }) {
  const words = useWords(installation);
  const titleId = useId();
  return (
    <aside
      aria-labelledby={titleId}
      className="no-print mx-auto w-full max-w-[48rem] px-6 pb-2 md:px-8 rail:pb-6"
    >
      <div className="flex flex-wrap items-center gap-x-6 gap-y-4 rounded-card border border-line bg-surface p-6 sm:px-8">
        <div className="min-w-[min(16rem,100%)] flex-1">
          <h2 id={titleId} className="display text-h3 text-ink">
            {words.title(appName())}
          </h2>
          <p className="mt-1 text-label text-muted">{words.text(appName())}</p>
          {way === 'ios' && <IosSteps steps={words.ios} />}
        </div>
        <div className="flex flex-wrap gap-3 max-sm:w-full max-sm:*:flex-1">
          {way === 'prompt' && <Button onClick={() => install()}>{words.install}</Button>}
          <Button variant="outline" onClick={dismissInstall}>
            {words.dismiss}
          </Button>
        </div>
      </div>
    </aside>
  );
}

function IosSteps({ steps }: { steps: readonly string[] }) {
  return (
    <ol className="mt-3 grid gap-2 text-label">
      {steps.map((step, index) => (
        <li key={step} className="flex items-center gap-3">
          <Icon name={index === 0 ? 'share' : 'home'} className="size-5.5 text-amber-text" />
          {step}
        </li>
      ))}
    </ol>
  );
}
