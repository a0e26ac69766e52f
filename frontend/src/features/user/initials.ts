interface Named {
  firstName: string | null;
  lastName: string | null;
  email: string | null;
}

/** First letters of both names, else the first of the e-mail address, else U. */
export function initialsOf({ firstName, lastName, email }: Named): string {
  const first = firstName?.trim()[0];
  const last = lastName?.trim()[0];
  if (first && last) return `${first}${last}`.toUpperCase();
  return email?.trim()[0]?.toUpperCase() ?? 'U';
}
