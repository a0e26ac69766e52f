/** Every string of the specification by the state that shows it; `states.spec.ts` checks them. */
import { expect, type Page } from '@playwright/test';

/** A `string` is the exact text of an element; a `RegExp` matches part of a longer text. */
type Words = readonly (string | RegExp)[];

const helplines: Words = [
  'Emergency Services',
  '988 Suicide & Crisis Lifeline',
  'Crisis Text Line',
  'National Domestic Violence Hotline',
  'Call 911',
  'Call 988',
  'Text HOME to 741741',
  'Call 1-800-799-7233',
];

const words: Record<string, Words> = {
  landing: [
    'Find biblical guidance and hope in times of struggle',
    "Get Started - It's Free",
    'Log In',
    'Continue as guest',
    /Google, GitHub or email.*[Nn]o credit card/,
    'Biblical Guidance',
    'Real Testimonies',
    'Safe & Private',
    'Instant Support',
    'Trusted by believers worldwide',
    'Bible-Based',
    'Privacy First',
    'Community Driven',
  ],
  'signed-in-elsewhere': [
    'Logged out from another device',
    /logged in from another device\. Please log in again/,
  ],
  home: [
    'Stillwater',
    '0/3 today',
    /^Welcome/,
    'Or choose a common struggle',
    'Get Guidance & Support',
    'Share Testimony',
    'Instant Support',
    'Home',
    'Guidelines',
    'Help now',
    'Upgrade',
  ],
  'home-premium-menu': ['Premium', 'My Account', 'Edit Profile', 'Testimonies', 'Logout'],
  'home-loading': ['Finding Guidance...'],
  'home-at-limit': ['Daily Limit Reached', '3/3 today'],
  'home-blank': ['Please describe your struggle or select a topic'],
  'home-failed': ['Failed to get guidance'],
  upgrade: [
    'Unlimited Guidance',
    '$20/month',
    'Upgrade Now',
    'Maybe Later',
    'Unlimited daily guidance',
    'Personal prayer requests',
    'Extended teaching library',
    'Priority support, and no ads, ever',
  ],
  crisis: [
    'Immediate Support Available',
    'I Understand',
    'See encouragement too',
    'What might make it hard to reach out?',
    'Leave quickly',
    ...helplines,
  ],
  'crisis-at-home': ['Leave quickly', ...helplines],
  result: [
    'Message of Hope',
    'Share Your Story (Anonymous)',
    'Get More Guidance',
    'Read in context',
  ],
  'result-testimonies': [
    'Stories of Hope',
    'Show stories',
    'Show less',
    /^From the library:\s+Letters on Rest\s*, p\. 12$/,
  ],
  'result-empty': ['No guidance data available. Please go back and try again.'],
  'result-not-understood': ['When words are hard to find', 'Message of Hope'],
  testimony: [
    'Share Your Story',
    /anonymous and reviewed before sharing/,
    /shared anonymously.*names and locations will be removed/i,
    'Submit Story for Review',
    'Leave quickly',
  ],
  'testimony-errors': [
    'Please provide more detail about what happened',
    'Please share what helped you',
    'Please describe what changed',
    'You must agree to share your story',
  ],
  'testimony-submitting': ['Submitting...'],
  'testimony-failed': ['Failed to submit testimony. Please try again.'],
  'testimony-under-review': [/Under Review/],
  'thank-you': [
    'Thank You for Sharing',
    /submitted for review.*encourage others once.*approved/,
    'Return Home',
  ],
  'instant-support': [
    /life-threatening emergencies, call 911/,
    ...helplines,
    /Help is always available\..*return|come back.*spiritual guidance/,
    'Leave quickly',
  ],
  resources: [
    'Spiritual Resources',
    'Back to Home',
    'All Resources',
    'Anxiety & Worry',
    'Grief & Loss',
    'Strength & Hope',
    'Temptation',
    "God's Love",
    'Purpose & Meaning',
    "God's Peace in Anxious Times",
    'Strength for the Weary',
    'Walking Through Grief',
    'Overcoming Temptation',
    "God's Unconditional Love",
    'Finding Purpose in Suffering',
    'More Resources Coming Soon',
  ],
  'resources-empty': ['No resources found matching your search.'],
  guidelines: [
    'Back',
    'How to Use the App',
    'Community Guidelines',
    'When to Seek Professional Help',
    'Privacy & Safety',
    'Content Policies',
    /AES-256-GCM/,
    /never sold/,
    /reviewed by a person before publishing/,
    /suspend the account.*ban/,
    'HOME to 741741',
    '1-800-799-7233',
  ],
  'not-found': ['Page Not Found'],
  subscribe: [
    'Back to Home',
    /\$20.*per month/,
    'Unlimited daily guidance',
    'Personal prayer requests',
    'Extended teaching library',
    'Priority support, and no ads, ever',
    'Email',
    /^Full name/,
  ],
  'subscribe-failed': [
    'Payment Setup Error',
    /Unable to initialize payment\. Please try again or contact support\./,
  ],
  payment: ['Subscribe Now - $20/month', /you agree to our terms/, 'Back to Home'],
  'payment-failed': ['Payment Failed', 'Your card was declined.'],
  'success-waiting': ['Confirming your payment…'],
  success: ['Welcome to Premium!', 'Go to Home', 'Start Using Premium'],
  'uploads-empty': ['Testimonies', 'Users', 'Uploads', 'Logout'],
  'upload-refused': ['Invalid file type: notes.txt. Only PDF files are allowed.'],
  'upload-empty': ['Empty file: empty.pdf. Please select a valid file.'],
  'upload-broken': ['Upload failed', 'Upload failed with status 502'],
};

/** The states with specified strings. */
export const statesWithWords = Object.keys(words);

/** Fails when a specified string is missing in this state. */
export async function expectSpecifiedWords(page: Page, state: string): Promise<void> {
  for (const text of words[state] ?? []) await expectOnScreen(page, text);
}

/** Visible somewhere on the page; the same text may also occur for screen readers. */
async function expectOnScreen(page: Page, text: string | RegExp) {
  const found = page.getByText(text, { exact: true }).filter({ visible: true });
  await expect(found.first(), String(text)).toBeVisible();
}
