/** Names for what the server tells staff, taken from the calls themselves. */
import type { Answer } from '@/lib/api/types';

type StoryDetail = Answer<'/api/admin/testimonies/{id}', 'get'>;
export type TimelineLine = StoryDetail['timeline'][number];
export type Counts = Answer<'/api/admin/testimonies/counts', 'get'>;
export type Status = Exclude<keyof Counts, 'reported'>;
export type StaffStory = Answer<'/api/admin/testimonies', 'get'>[number];
export type Action = 'approve' | 'reject' | 'escalate' | 'reopen' | 'keep' | 'undo';
export type Original = Answer<'/api/admin/testimonies/{id}/reveal', 'post'>;
export type BulkResult = Answer<'/api/admin/testimonies/approve', 'post'>['results'][number];

export type UserPage = Answer<'/api/admin/users', 'get'>;
export type StaffUser = UserPage['users'][number];

export type Jobs = Answer<'/api/admin/jobs', 'get'>;
export type JobCount = Jobs['kinds'][number];
export type DeadJob = Jobs['dead'][number];

export type AuditPage = Answer<'/api/admin/audit', 'get'>;
export type AuditLine = AuditPage['lines'][number];
export type Verdict = Answer<'/api/admin/audit/verify', 'get'>;

export type Document = Answer<'/api/admin/uploads', 'get'>['files'][number];

export type StaffPrayer = Answer<'/api/admin/prayers', 'get'>['prayers'][number];
