/** Settings of this installation; the server writes them into the document's head. */
const meta = (name: string) =>
  document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content;

/** The product's name (`APP_NAME`). */
export const appName = () => meta('application-name') || 'Stillwater';

/** The support address (`SUPPORT_EMAIL`). */
export const supportEmail = () => meta('support-email') || 'support@stillwater.example';

/** The country for helplines when none can be detected (`DEFAULT_COUNTRY`). */
export const defaultCountry = () => meta('default-country') || 'US';
