import { Tag } from '../frame/tag';
import type { RiskLevel, StaffTestimony } from '../types';
import { dangerInWords } from '../words';
import { list } from './testimony-words';

/** More severe categories have stronger colours. */
const dangerTones = ['quiet', 'amber', 'danger', 'full', 'full'] as const;

/** Tags that staff read before the text: danger, redaction risk, reports, preparation. */
export function TestimonyTags({
  testimony,
  maybeSpam = false,
}: {
  testimony: StaffTestimony;
  maybeSpam?: boolean;
}) {
  const danger = dangerInWords(testimony.crisisSeverity, testimony.crisisCategory);
  return (
    <span className="flex flex-wrap gap-1.5">
      {!testimony.isPrepared && <Tag>{list.preparing}</Tag>}
      {danger && <Tag tone={dangerTones[testimony.crisisSeverity] ?? 'full'}>{danger}</Tag>}
      <RiskTag level={testimony.piiRiskLevel} />
      {maybeSpam && <Tag tone="amber">{list.maybeSpam}</Tag>}
      {testimony.leftReadable.length > 0 && <Tag tone="danger">{list.stillReadable}</Tag>}
      {testimony.language === 'es' && <Tag>{list.inSpanish}</Tag>}
      {testimony.otherLanguage && <Tag tone="amber">{list.otherLanguage}</Tag>}
      {testimony.reports > 0 && (
        <Tag tone={testimony.reportedAt ? 'danger' : 'quiet'}>
          {list.reports(testimony.reports)}
          {testimony.reportedAt === null && list.lookedAt}
        </Tag>
      )}
      {testimony.isHidden && <Tag tone="danger">{list.hidden}</Tag>}
    </span>
  );
}

const riskTones = { low: 'quiet', medium: 'amber', high: 'danger' } as const;

/** The risk that the text still contains identifying details. */
function RiskTag({ level }: { level: RiskLevel | null }) {
  return level && <Tag tone={riskTones[level]}>{list.risks[level]}</Tag>;
}
