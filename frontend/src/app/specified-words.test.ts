/** Compares the strings of the specification with the catalogues, character by character. */
import guidelineSections from '@content/guidelines.json';
import library from '@content/resources.json';
import { expect, test } from 'vitest';
import { documents, uploads } from '@/features/admin/documents/document-words';
import { around, gate } from '@/features/admin/frame/staff-words';
import { actions, bulk } from '@/features/admin/testimonies/testimony-words';
import { statusName } from '@/features/admin/words';
import { result } from '@/features/guidance/result-words';
import { home } from '@/features/guidance/words';
import { guidelines } from '@/features/guidelines/words';
import { installation } from '@/features/installation/words';
import { landing } from '@/features/landing/words';
import { resources } from '@/features/resources/words';
import { aboutYou, afterwards, offer, payment } from '@/features/subscription/payment-words';
import { upgrade } from '@/features/subscription/words';
import { support } from '@/features/support/reaching-words';
import { help } from '@/features/support/words';
import { own, sharing } from '@/features/testimony/words';
import { account } from '@/features/user/account-words';
import { farewell } from '@/features/user/goodbye-words';
import { leaving, plan, profile } from '@/features/user/words';
import { elsewhere } from './elsewhere-words';
import { shell } from './words';

/** Pairs of a specified string and ours. */
type Pair = readonly [specified: string, ours: string | undefined];

const { highlights, reasons } = landing;
const { whatHappened, whatHelped, whatChanged } = sharing.parts;

const screens: Record<string, readonly Pair[]> = {
  'Landing page': [
    ['Find biblical guidance and hope in times of struggle', landing.headline],
    ['Biblical Guidance', highlights.guidance.title],
    ['Real Testimonies', highlights.testimonies.title],
    ['Safe & Private', highlights.privacy.title],
    ['Instant Support', highlights.support.title],
    ["Get Started - It's Free", landing.start],
    ['Log In', landing.logIn],
    ['Trusted by believers worldwide', landing.trusted],
    ['Bible-Based', reasons[0]],
    ['Privacy First', reasons[1]],
    ['Community Driven', reasons[2]],
  ],
  'Shared chrome': [
    ['Premium', home.premium],
    ['2/3 today', home.today(2, 3)],
    ['My Account', account.menu],
    ['Edit Profile', account.edit],
    ['Testimonies', account.testimonies],
    ['Logout', account.logout],
    ['Home', shell.home],
    ['Guidelines', shell.guidelines],
    ['Upgrade', shell.upgrade],
    ['Unlimited Guidance', upgrade.title],
    ['$20/month', upgrade.price],
    ['Upgrade Now', upgrade.now],
    ['Maybe Later', upgrade.later],
    ['Immediate Support Available', help.title],
    ['I Understand', help.understand],
    ['Install App', installation.install],
    ['Update Now', installation.updateNow],
  ],
  'Home screen': [
    ['Or choose a common struggle', home.choose],
    ['Get Guidance & Support', home.ask],
    ['Finding Guidance...', home.asking],
    ['Daily Limit Reached', home.atLimit],
    ['Share Testimony', home.share],
    ['Instant Support', home.support],
  ],
  'Guidance result': [
    ['No guidance data available. Please go back and try again.', result.none],
    ['Message of Hope', result.hope],
    ['Share Your Story (Anonymous)', result.shareStory],
    ['Get More Guidance', result.more],
    ['Stories of Hope', result.stories],
    ['Show stories', result.showStories],
    ['Read more', result.readMore],
    ['Show less', result.showLess],
  ],
  'Spiritual Resources': [
    ['Spiritual Resources', resources.title],
    ['Search resources...', resources.placeholder],
    ['No resources found matching your search.', resources.nothing],
    ['More Resources Coming Soon', resources.more],
  ],
  'Share Your Story': [
    ['Share Your Story', sharing.title],
    ['Submit Story for Review', sharing.submit],
    ['Submitting...', sharing.submitting],
    ['Thank You for Sharing', sharing.thanks],
    ['Return Home', sharing.home],
  ],
  'Instant Support': [['Instant Support', support.title]],
  Guidelines: [['Guidelines', guidelines.title]],
  Profile: [
    ['Not set', profile.notSet],
    ['Premium', plan.premium],
    ['Free', plan.free],
    ['Upgrade to Premium', plan.upgrade],
    ['Manage Subscription', plan.manage],
    ['Unable to access billing portal', plan.noPortal],
    ['View Billing Details', plan.details],
    ['Contact Support', profile.support],
    ['Delete Account', leaving.open],
    ['Are you absolutely sure?', leaving.asks.title],
    ['Cancel', leaving.asks.keep],
  ],
  'My Testimonies': [
    ['My Testimonies', own.title],
    ['Failed to load testimonies', own.failed],
    ['No Testimonies Yet', own.none],
    ['Pending Approval', own.badges.pending],
    ['Not Approved', own.badges.rejected],
    ['Under Review', own.badges.escalated],
    ['Your testimony is being reviewed by our team.', own.reviewed],
    ['Privacy protection applied', own.protected],
  ],
  Subscribe: [
    ['Premium', offer.premium],
    ['Subscribe Now - $20/month', payment.pay],
  ],
  'Subscribe success': [
    ['Welcome to Premium!', afterwards.titles.settled],
    ['Go to Home', afterwards.home],
    ['Start Using Premium', afterwards.start],
  ],
  Admin: [
    ['Testimonies', around.tabs.testimonies],
    ['Users', around.tabs.users],
    ['Uploads', around.tabs.uploads],
    ['Pending', statusName.pending],
    ['Approved', statusName.approved],
    ['Rejected', statusName.rejected],
    ['Escalated', statusName.escalated],
    ['Pending', documents.statuses.pending],
    ['Processing', documents.statuses.processing],
    ['Completed', documents.statuses.completed],
    ['Failed', documents.statuses.failed],
  ],
  'Any other path': [['Page Not Found', elsewhere.notFound.title]],
};

const rules: Record<string, readonly Pair[]> = {
  'Validation of guidance': [['Please describe your struggle or select a topic', home.blank]],
  'Validation of the story': [
    ['Please provide more detail about what happened', whatHappened.tooShort],
    ['Please share what helped you', whatHelped.tooShort],
    ['Please describe what changed', whatChanged.tooShort],
    ['You must agree to share your story', sharing.mustAgree],
  ],
  'Validation of the password gate': [
    ['Please enter admin password', gate.empty],
    ['Invalid password. Please try again.', gate.invalid],
  ],
  'Validation of uploads': [
    ['Invalid file type: a.txt. Only PDF files are allowed.', uploads.wrongType('a.txt')],
    ['File too large: a.pdf. Maximum size is 100MB.', uploads.tooLarge('a.pdf')],
    ['Empty file: a.pdf. Please select a valid file.', uploads.empty('a.pdf')],
  ],
};

const errors: Record<string, readonly Pair[]> = {
  Moderation: [
    ['Failed to moderate testimony', actions.failed],
    ['Failed to moderate testimony.', bulk.failed],
  ],
  Upload: [
    ['Upload failed', uploads.failed],
    ['An unexpected error occurred. Please try again.', uploads.unexpected],
    ['Upload failed with status 500', uploads.failedWith(500)],
    ['3 file(s) uploaded successfully!', uploads.uploaded(3)],
    ['Processing biblical content... This may take a few minutes.', uploads.processing],
  ],
  Ingest: [
    ['Content processing started', uploads.started],
    ['Processing failed to start', uploads.notStarted],
    ['Files uploaded but automatic processing encountered an error.', uploads.notStartedText],
  ],
  'File delete': [
    ['File deleted', documents.deleted],
    ['Delete failed', documents.notDeleted],
    ['Could not delete a.pdf. Please try again.', documents.notDeletedText('a.pdf')],
  ],
  'Signed in elsewhere': [['Logged out from another device', elsewhere.loggedOut.title]],
  Guidance: [
    ['Failed to get guidance', home.failed],
    ['Failed to get guidance. Please try again.', home.failedAgain],
  ],
  'Story submission': [['Failed to submit testimony. Please try again.', sharing.failed]],
  Billing: [
    ['Error', plan.error],
    ['Failed to open billing portal', plan.portalFailed],
    ['No Billing History', plan.noHistory],
    [
      "You don't have any billing information yet. Upgrade to Premium to access billing details.",
      plan.noHistoryText,
    ],
  ],
  'Account deletion': [
    ['Account Deleted', farewell.done],
    ['Your account has been permanently deleted.', farewell.doneText],
    ['Failed to delete account', leaving.asks.failed],
  ],
  'Own testimonies': [
    ['Failed to load testimonies', own.failed],
    ['An error occurred', own.anError],
  ],
  Subscription: [
    ['Payment Setup Error', aboutYou.setupError],
    ['Unable to initialize payment. Please try again or contact support.', aboutYou.setupErrorText],
    ['Error', aboutYou.error],
    ['Failed to create subscription', aboutYou.notCreated],
    ['Failed to start subscription process', aboutYou.notStarted],
  ],
  Payment: [
    ['Payment Failed', payment.failed],
    ['Payment Successful', payment.done],
    ['Welcome to Premium!', afterwards.titles.settled],
  ],
};

test.each(Object.entries({ ...screens, ...rules, ...errors }))('%s', (_, pairs) => {
  for (const [specified, ours] of pairs) expect(ours).toBe(specified);
});

test('the home screen’s placeholder mentions feeling anxious about work', () => {
  expect(home.placeholder).toContain('feeling anxious about work');
});

test('the consent says that the story is shared anonymously and personal details are removed', () => {
  expect(sharing.intro).toContain('Submissions are anonymous and reviewed before sharing.');
  expect(sharing.consent).toContain('shared anonymously');
  expect(sharing.consent).toContain(
    'Personal details such as names and locations will be removed.',
  );
  expect(sharing.thanksText).toContain('submitted for review');
  expect(sharing.thanksText).toContain('will encourage others once it is approved');
});

test('four benefits', () => expect(upgrade.benefits).toHaveLength(4));

test('the shelves and the readings', () => {
  expect(library.categories.map(({ id, name }) => [id, name])).toEqual([
    ['all', 'All Resources'],
    ['anxiety', 'Anxiety & Worry'],
    ['grief', 'Grief & Loss'],
    ['strength', 'Strength & Hope'],
    ['temptation', 'Temptation'],
    ['love', "God's Love"],
    ['purpose', 'Purpose & Meaning'],
  ]);
  expect(library.resources.map(({ category, title }) => [category, title])).toEqual([
    ['anxiety', "God's Peace in Anxious Times"],
    ['strength', 'Strength for the Weary'],
    ['grief', 'Walking Through Grief'],
    ['temptation', 'Overcoming Temptation'],
    ['love', "God's Unconditional Love"],
    ['purpose', 'Finding Purpose in Suffering'],
  ]);
});

test('the sections of the guidelines', () => {
  expect(guidelineSections.map(({ title }) => title)).toEqual(
    expect.arrayContaining([
      'How to Use the App',
      'Community Guidelines',
      'When to Seek Professional Help',
      'Privacy & Safety',
      'Content Policies',
    ]),
  );
});
