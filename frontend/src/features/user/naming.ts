/** Display name and initials of a user, from the fields that are known. */
interface Named {
  firstName: string | null;
  lastName: string | null;
  email: string | null;
}

/** The first grapheme: a letter may consist of several code units. */
const firstLetter = (text: string | null) => {
  const trimmed = text?.trim() ?? '';
  // Firefox before 125 has no segmenter.
  if (!('Segmenter' in Intl)) return [...trimmed][0]?.toUpperCase();
  const [first] = new Intl.Segmenter().segment(trimmed);
  return first?.segment.toUpperCase();
};

/** Initials of both names, else the first letter of the email address, else U. */
export function initialsOf({ firstName, lastName, email }: Named): string {
  const first = firstLetter(firstName);
  const last = firstLetter(lastName);
  if (first && last) return `${first}${last}`;
  return firstLetter(email) ?? 'U';
}

/** First and last name, or the one that is known. */
export const nameOf = ({ firstName, lastName }: Named): string | null =>
  [firstName, lastName]
    .map((part) => part?.trim())
    .filter(Boolean)
    .join(' ') || null;
