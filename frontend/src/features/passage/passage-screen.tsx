import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { isApiError } from '@/lib/api/error';
import { hourOf } from '@/lib/hour';
import { useWords } from '@/lib/language';
import { unusualTranslation, useTranslation } from '@/lib/translation';
import { ButtonLink } from '@/ui/button';
import { LoadFailed } from '@/ui/load-failed';
import { Notice } from '@/ui/notice';
import { PassageActions } from '@/ui/passage-actions';
import { ScenePassage } from '@/ui/scene-passage';
import { passageQuery } from './queries';
import { sent } from './words';

/** The page that a sent link opens: the passage, and a way in. The link holds a reference, nothing of its sender. */
export function PassageScreen() {
  const words = useWords(sent);
  const { reference = '' } = useParams();
  const [hour] = useState(() => hourOf(new Date()));
  const [params] = useSearchParams();
  const own = useTranslation();
  const translation = unusualTranslation(params.get('translation')) ?? own;
  const { data, error, isFetching, refetch } = useQuery(passageQuery(reference, translation));
  return (
    <ScenePassage title={words.title} above={words.above} hour={hour} passage={data ?? null}>
      {data && <PassageActions passage={data} hour={hour} />}
      {!data && !error && (
        <p role="status" className="breathe min-h-dvh text-muted">
          {words.waiting}
        </p>
      )}
      {error &&
        (isApiError(error) && error.status === 404 ? (
          <Notice>
            <p>{words.unknown}</p>
            <ButtonLink to="/today" variant="outline" className="mt-4">
              {words.today}
            </ButtonLink>
          </Notice>
        ) : (
          <LoadFailed
            title={words.failed}
            error={error}
            busy={isFetching}
            onRetry={() => refetch()}
          />
        ))}
      <section className="mt-10 border-t border-line pt-8">
        <h2 className="display text-h3 text-ink">{words.own}</h2>
        <p className="mt-1.5 max-w-[36rem] text-muted">{words.ownText}</p>
        <ButtonLink to="/?new" icon="pen" variant="outline" className="mt-4">
          {words.begin}
        </ButtonLink>
      </section>
    </ScenePassage>
  );
}
