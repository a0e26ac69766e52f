import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { isApiError } from '@/lib/api/error';
import { Notice } from '@/ui/notice';
import { firstWords } from '../first-words';
import { NotFor, OnlyFor } from '../frame/role';
import { roles } from '../frame/role-words';
import { SmallButton } from '../frame/small-button';
import { around } from '../frame/staff-words';
import { Failed, Loading } from '../frame/states';
import { testimonyQuery } from '../queries';
import type { StaffTestimony } from '../types';
import { moment, statusInWords, tail } from '../words';
import { DeleteTestimony } from './delete-testimony';
import { Flood } from './flood';
import { HistoryLink } from './history-link';
import { InternalNote } from './internal-note';
import { forget } from './lists';
import { Original } from './original';
import { OthersReading } from './others-reading';
import { PrayForTestimony } from './pray-for-testimony';
import { RedactedText } from './redacted-text';
import { SpamNotice, useSpamGroup } from './spam-notice';
import { TestimonyActions } from './testimony-actions';
import { TestimonyTags } from './testimony-tags';
import { pane } from './testimony-words';
import { TextEditor, useEditing } from './text-editor';
import { Timeline } from './timeline';
import { TopicsEditor } from './topics-editor';
import type { Moderation } from './use-moderation';
import { useNote } from './use-note';

interface TestimonyPaneProps {
  id: string;
  /** The first words of the stories in the list. */
  titles: ReadonlyMap<string, string>;
  /** The testimony from the list, until its own response arrives. */
  listed: StaffTestimony | undefined;
  moderation: Moderation;
  takesFocus: boolean;
  /** Back to the list, on narrow screens. */
  onBack: (() => void) | null;
}

/** One testimony with all staff actions. */
export function TestimonyPane(props: TestimonyPaneProps) {
  const { id, titles, listed, moderation, takesFocus, onBack } = props;
  const { data, error, refetch } = useQuery(testimonyQuery(id));
  const heading = useRef<HTMLHeadingElement>(null);
  const isGone = isApiError(error) && error.status === 404;
  const testimony = isGone ? undefined : (data?.story ?? listed);
  const client = useQueryClient();
  // It was withdrawn while it was on screen.
  const keepsWords = isGone && (data !== undefined || listed !== undefined);
  useEffect(() => {
    if (keepsWords) void forget(client, id);
  }, [keepsWords, client, id]);

  // Only on mount: `takesFocus` says how the pane was opened.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a later change of it must not move the focus.
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, []);

  return (
    <article aria-labelledby="story-heading" className="min-w-0">
      {onBack && (
        <SmallButton variant="quiet" icon="back" className="-ml-3" onClick={onBack}>
          {pane.back}
        </SmallButton>
      )}
      <h2 id="story-heading" ref={heading} tabIndex={-1} className="scroll-mt-6 outline-none">
        {testimony?.redactedText && (
          <span
            dir="auto"
            lang={testimony.language ?? ''}
            className="display block text-h3 text-ink wrap-anywhere"
          >
            {firstWords(testimony.redactedText)}
          </span>
        )}{' '}
        <span className="block text-label font-semibold text-muted tabular-nums">
          {pane.story}…{tail(id)}
        </span>
      </h2>
      <OthersReading key={id} id={id} />
      {!testimony && !error && <Loading />}
      {!testimony && error && <NoTestimony error={error} onRetry={refetch} />}
      {testimony && (
        <TestimonyContent testimony={testimony} titles={titles} moderation={moderation}>
          {data && (
            <OnlyFor least="moderator">
              <Flood id={id} flood={data.flood} />
            </OnlyFor>
          )}
          <section aria-labelledby="timeline-heading">
            <div className="flex flex-wrap items-center gap-x-4">
              <h3 id="timeline-heading" className="font-semibold text-ink">
                {pane.soFar}
              </h3>
              <HistoryLink id={id} />
            </div>
            {data && <Timeline lines={data.timeline} />}
            {!data && error && <Failed what={pane.timeline} error={error} onRetry={refetch} />}
            {!data && !error && <p className="text-label text-muted">{around.loadingMore}</p>}
          </section>
        </TestimonyContent>
      )}
    </article>
  );
}

function NoTestimony({ error, onRetry }: { error: unknown; onRetry(): unknown }) {
  if (isApiError(error) && error.status === 404) {
    return <Notice className="mt-4">{pane.gone}</Notice>;
  }
  return <Failed what={pane.what} error={error} onRetry={onRetry} />;
}

interface TestimonyContentProps {
  testimony: StaffTestimony;
  titles: ReadonlyMap<string, string>;
  moderation: Moderation;
  children: React.ReactNode;
}

function TestimonyContent(props: TestimonyContentProps) {
  const { testimony, titles, moderation, children } = props;
  const group = useSpamGroup(testimony.id, testimony.status === 'pending');
  const conflict = moderation.conflictOf(testimony.id);
  const editor = useEditing(testimony);
  const note = useNote(testimony);
  return (
    <>
      <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
        <TestimonyTags testimony={testimony} maybeSpam={group !== undefined} />
        <p className="text-label text-muted">
          {statusInWords(testimony.status)}
          {testimony.moderatedAt && ` ${moment(testimony.moderatedAt)}`}
          {pane.handedIn(moment(testimony.createdAt))}
        </p>
      </div>
      {conflict && (
        <Notice tone="danger" className="mt-4">
          <p className="font-semibold">{conflict}</p>
          <p className="text-body">{pane.asItIsNow}</p>
        </Notice>
      )}
      {testimony.status === 'rejected' && testimony.moderationNotes && (
        <Notice className="mt-4">
          <p className="text-small font-semibold text-muted">{pane.told}</p>
          <p dir="auto" className="whitespace-pre-line wrap-anywhere">
            {testimony.moderationNotes}
          </p>
        </Notice>
      )}
      <div className="mt-4 rounded-card bg-surface p-5 sm:p-7">
        {testimony.redactedText === null ? (
          <p className="text-muted">{pane.preparing}</p>
        ) : (
          <>
            {testimony.language === 'es' && (
              <p className="mb-3 text-small text-muted">{pane.inSpanish}</p>
            )}
            {testimony.crisisSeverity > 0 && (
              <p className="mb-3 text-small text-muted">
                {testimony.dangerMarks.length > 0 ? pane.whyMarked : pane.noneMarked}
              </p>
            )}
            <RedactedText
              text={testimony.redactedText}
              lang={testimony.language}
              readable={testimony.leftReadable}
              danger={testimony.dangerMarks}
              nearly={testimony.nearlyHidden}
            />
            {testimony.nearlyHidden.length > 0 && (
              <p className="mt-3 text-small text-muted">{pane.whyNearly}</p>
            )}
            {(testimony.leftReadable.length > 0 || testimony.otherLanguage) && (
              <Notice tone="danger" className="mt-4">
                {testimony.leftReadable.length > 0 && <p>{pane.leftReadable}</p>}
                {testimony.otherLanguage && <p>{pane.otherLanguage}</p>}
              </Notice>
            )}
            <OnlyFor least="moderator">
              <TextEditor testimony={testimony} text={testimony.redactedText} {...editor} />
            </OnlyFor>
          </>
        )}
      </div>
      {group && !editor.editing && (
        <OnlyFor least="moderator">
          <SpamNotice group={group} titles={titles} onDecided={moderation.leave} />
        </OnlyFor>
      )}
      {/* Decisions apply to the saved text, so they are hidden while it is being edited. */}
      {!editor.editing && (
        <OnlyFor least="moderator">
          <TestimonyActions testimony={testimony} moderation={moderation} note={note} />
        </OnlyFor>
      )}
      <NotFor least="moderator">{roles.stories}</NotFor>
      <div className="mt-6 grid gap-7">
        {testimony.status === 'approved' && !testimony.isHidden && (
          <PrayForTestimony key={testimony.id} id={testimony.id} />
        )}
        <OnlyFor least="moderator">
          <Original id={testimony.id} lang={testimony.language} />
          {testimony.isPrepared && <TopicsEditor testimony={testimony} />}
          <InternalNote note={note} />
        </OnlyFor>
        {children}
        <OnlyFor least="moderator">
          <DeleteTestimony id={testimony.id} moderation={moderation} />
        </OnlyFor>
      </div>
    </>
  );
}
