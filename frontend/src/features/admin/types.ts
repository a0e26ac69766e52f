/** Aliases of the generated types of the staff API. */
import type { Answer } from '@/lib/api/types';

export type Role = Answer<'/api/admin/session', 'get'>['role'];

type TestimonyDetail = Answer<'/api/admin/testimonies/{id}', 'get'>;
export type TimelineLine = TestimonyDetail['timeline'][number];
export type Counts = Answer<'/api/admin/testimonies/counts', 'get'>;
export type SpamGroup = Answer<'/api/admin/testimonies/spam', 'get'>['groups'][number];
export type StaffTestimony = Answer<'/api/admin/testimonies', 'get'>[number];
export type Status = StaffTestimony['status'];
export type RiskLevel = NonNullable<StaffTestimony['piiRiskLevel']>;
export type Action = 'approve' | 'reject' | 'escalate' | 'reopen' | 'keep' | 'undo';
export type Original = Answer<'/api/admin/testimonies/{id}/reveal', 'post'>;
export type BulkResult = Answer<'/api/admin/testimonies/approve', 'post'>['results'][number];

export type UserPage = Answer<'/api/admin/users', 'get'>;
export type StaffUser = UserPage['users'][number];

export type Jobs = Answer<'/api/admin/jobs', 'get'>;
export type JobCount = Jobs['kinds'][number];
export type DeadJob = Jobs['dead'][number];
export type LocalQueue = Jobs['localQueues'][number];

export type AuditPage = Answer<'/api/admin/audit', 'get'>;
export type AuditLine = AuditPage['lines'][number];
export type Verdict = Answer<'/api/admin/audit/verify', 'get'>;

export type Document = Answer<'/api/admin/uploads', 'get'>['files'][number];

export type StaffSubscription = Answer<'/api/admin/subscriptions', 'get'>[number];

export type DuplicateSubscription = Answer<'/api/admin/duplicate-subscriptions', 'get'>[number];

export type StaffGift = Answer<'/api/admin/gifts', 'get'>[number];

export type PaymentIssue = Answer<'/api/admin/payment-issues', 'get'>[number];

export type StaffPrayer = Answer<'/api/admin/prayers', 'get'>['prayers'][number];

export type LetterNearness = Answer<'/api/admin/letters', 'get'>[number];

export type Account = Answer<'/api/admin/users/{id}', 'get'>;
export type UserStory = Answer<'/api/admin/users/{id}/stories', 'post'>[number];

export type Overview = Answer<'/api/admin/overview', 'get'>;
