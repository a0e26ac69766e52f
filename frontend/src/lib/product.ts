/** What the operator of this installation chose; the server writes it into the document's head. */
const meta = (name: string) =>
  document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content;

/** The product's name (`APP_NAME`). */
export const appName = () => meta('application-name') || 'Stillwater';

/** Where people write when something is wrong (`SUPPORT_EMAIL`). */
export const supportEmail = () => meta('support-email') || 'support@stillwater.example';

/** Whose helplines are shown when nothing tells the country (`DEFAULT_COUNTRY`). */
export const defaultCountry = () => meta('default-country') || 'US';
