import type { ReactNode } from 'react';
import { list } from './story-words';
import type { StaffStory } from './types';
import { dangerInWords } from './words';

const tones = {
  quiet: 'border-line text-muted',
  amber: 'border-amber-text text-amber-text',
  danger: 'border-danger text-danger',
  full: 'border-danger bg-danger text-page',
};

export function Tag({
  tone = 'quiet',
  children,
}: {
  tone?: keyof typeof tones;
  children: ReactNode;
}) {
  return (
    <span
      className={`inline-flex items-center rounded-full border px-2.5 py-0.5 text-small font-semibold ${tones[tone]}`}
    >
      {children}
    </span>
  );
}

/** The louder, the nearer the danger. */
const dangerTones = ['quiet', 'amber', 'danger', 'full', 'full'] as const;

/** What staff must know of a story before they read it: danger, risk, reports, whether it is ready. */
export function StoryTags({ story }: { story: StaffStory }) {
  const danger = dangerInWords(story.crisisSeverity, story.crisisCategory);
  return (
    <span className="flex flex-wrap gap-1.5">
      {!story.isPrepared && <Tag>{list.preparing}</Tag>}
      {danger && <Tag tone={dangerTones[story.crisisSeverity] ?? 'full'}>{danger}</Tag>}
      <RiskTag level={story.piiRiskLevel} />
      {story.reports > 0 && (
        <Tag tone={story.reportedAt ? 'danger' : 'quiet'}>
          {list.reports(story.reports)}
          {story.reportedAt === null && list.lookedAt}
        </Tag>
      )}
    </span>
  );
}

/** How likely something is left in the text that tells who wrote it. */
function RiskTag({ level }: { level: string | null }) {
  if (level === null) return null;
  if (level === 'high') return <Tag tone="danger">{list.risks.high}</Tag>;
  if (level === 'medium') return <Tag tone="amber">{list.risks.medium}</Tag>;
  return <Tag>{list.risks.low}</Tag>;
}
