/** Counts what redaction removed from a testimony, by its placeholders. */

/** Singular and plural, by the word in the placeholder. */
const words: Record<string, [string, string]> = {
  name: ['name', 'names'],
  place: ['place', 'places'],
  church: ['church', 'churches'],
  school: ['school', 'schools'],
  hospital: ['hospital', 'hospitals'],
  organisation: ['organization', 'organizations'],
  phone: ['phone number', 'phone numbers'],
  email: ['email address', 'email addresses'],
  link: ['link', 'links'],
  address: ['address', 'addresses'],
  'date of birth': ['date of birth', 'dates of birth'],
  date: ['date', 'dates'],
  age: ['age', 'ages'],
  number: ['number', 'numbers'],
  card: ['card number', 'card numbers'],
  machine: ['network address', 'network addresses'],
  username: ['username', 'usernames'],
  plate: ['license plate', 'license plates'],
  hidden: ['hidden detail', 'hidden details'],
};

const placeholder = new RegExp(`\\[(${Object.keys(words).join('|')})(?: \\d+)?\\]`, 'g');

export interface Removed {
  total: number;
  /** `2 names`, `1 place`: in order of appearance. */
  kinds: string[];
}

/** Each placeholder counts, even if the same person is named twice. */
export function removedFrom(redactedText: string): Removed {
  const counts = new Map<string, number>();
  for (const [, kind = ''] of redactedText.matchAll(placeholder)) {
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  const kinds = [...counts].map(([kind, count]) => {
    const [one, several] = words[kind] ?? [kind, kind];
    return `${count} ${count === 1 ? one : several}`;
  });
  return { total: [...counts.values()].reduce((sum, count) => sum + count, 0), kinds };
}
