import { isInstalled } from '@/lib/install';
import { useWords } from '@/lib/language';
import { dismissUpdate, type Update, updateNow } from '@/lib/update';
import { IconButton } from '@/ui/icon-button';
import { installation } from './words';

/** A banner for a waiting update: slim in a tab, more detailed in the installed app. It covers no content. */
export default function UpdateBanner({ update }: { update: Exclude<Update, 'none'> }) {
  const words = useWords(installation);
  const full = isInstalled();
  return (
    <div
      role="status"
      className={`no-print appear fixed inset-x-3 bottom-[calc(env(safe-area-inset-bottom)+5.6rem)] z-30 mx-auto flex max-w-[34rem] items-center gap-3 border border-line-strong bg-surface text-label shadow-lift rail:bottom-5 ${full ? 'flex-wrap rounded-card p-5 pl-6' : 'rounded-field py-1.5 pr-1.5 pl-5'}`}
    >
      <div className="min-w-0 flex-1">
        {update === 'held' ? (
          words.updateHeld
        ) : (
          <>
            <strong className="font-semibold text-ink">{words.updateReady}</strong>
            {full && <span className="block text-muted">{words.updateText}</span>}
          </>
        )}
      </div>
      {update === 'ready' && (
        <button
          type="button"
          onClick={updateNow}
          className="min-h-11 shrink-0 rounded-full bg-water px-5 font-semibold text-on-water hover:brightness-110"
        >
          {words.updateNow}
        </button>
      )}
      <IconButton
        icon="close"
        label={words.updateDismiss}
        onClick={dismissUpdate}
        className="text-muted hover:bg-sunk hover:text-ink"
      />
    </div>
  );
}
