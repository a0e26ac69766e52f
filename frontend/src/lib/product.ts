/** Settings of this installation; the server writes them into the document's head. */
const meta = (name: string) =>
  document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content;

/** The product's name (`APP_NAME`). */
export const appName = () => meta('application-name') || 'Stillwater';

/** The support address (`SUPPORT_EMAIL`). */
export const supportEmail = () => meta('support-email') || 'support@stillwater.example';

/** The country for helplines when none can be detected (`DEFAULT_COUNTRY`). */
export const defaultCountry = () => meta('default-country') || 'US';

const SIGN_IN_WAYS = ['google', 'github', 'email'] as const;
export type SignInWay = (typeof SIGN_IN_WAYS)[number];

/** The ways of signing in that are configured. */
export function signInWays(): SignInWay[] {
  const configured = meta('sign-in-ways')?.split(' ');
  return SIGN_IN_WAYS.filter((way) => configured?.includes(way) ?? true);
}

/** Where a first picture has the line for these ways. */
export const waysAttribute = (ways: readonly SignInWay[]) => ['data-ways', ...ways].join('-');
