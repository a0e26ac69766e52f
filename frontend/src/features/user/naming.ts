/** How a person is named on screen, by as much as is known of them. */
interface Named {
  firstName: string | null;
  lastName: string | null;
  email: string | null;
}

/** The first letter as a reader sees it: one letter may be several code units. */
const firstLetter = (text: string | null) => {
  const [first] = new Intl.Segmenter().segment(text?.trim() ?? '');
  return first?.segment.toUpperCase();
};

/** First letters of both names, else the first of the email address, else U. */
export function initialsOf({ firstName, lastName, email }: Named): string {
  const first = firstLetter(firstName);
  const last = firstLetter(lastName);
  if (first && last) return `${first}${last}`;
  return firstLetter(email) ?? 'U';
}

/** First and last name, or whichever there is. */
export const nameOf = ({ firstName, lastName }: Named): string | null =>
  [firstName, lastName]
    .map((part) => part?.trim())
    .filter(Boolean)
    .join(' ') || null;
