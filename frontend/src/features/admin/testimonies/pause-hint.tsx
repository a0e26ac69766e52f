import { Notice } from '@/ui/notice';
import { SmallButton } from '../frame/small-button';
import { beginAnew, useNeedsPause } from './heavy-row';
import { pause } from './testimony-words';

/** After many heavy stories in a row, a quiet suggestion to rest. It blocks nothing. */
export function PauseHint() {
  const needsPause = useNeedsPause();
  if (!needsPause) return null;
  return (
    <Notice className="mb-4">
      <p>{pause.text}</p>
      <SmallButton variant="quiet" className="-ml-3" onClick={beginAnew}>
        {pause.thanks}
      </SmallButton>
    </Notice>
  );
}
