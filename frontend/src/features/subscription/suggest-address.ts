/** Mail providers that many people use, each with the endings under which it gives addresses. */
const PROVIDERS: readonly [label: string, ...endings: string[]][] = [
  ['gmail', 'com'],
  ['googlemail', 'com'],
  ['hotmail', 'com', 'co.uk', 'fr', 'es', 'it', 'de'],
  ['outlook', 'com', 'es', 'fr', 'de', 'com.br'],
  ['yahoo', 'com', 'co.uk', 'fr', 'es', 'it', 'de', 'com.br', 'com.mx', 'co.in'],
  ['icloud', 'com'],
  ['live', 'com', 'co.uk', 'fr', 'nl'],
  ['aol', 'com'],
  ['proton', 'me'],
  ['protonmail', 'com'],
  ['comcast', 'net'],
  ['verizon', 'net'],
];

/** Real providers whose names are one slip from another one's. */
const ALSO_REAL = ['mail', 'email', 'ymail', 'fmail', 'gmx'];

/** Endings that do not exist, or that nobody means after a large provider's name. */
const SLIPS: Readonly<Record<string, string>> = {
  con: 'com',
  cmo: 'com',
  ocm: 'com',
  comm: 'com',
  coom: 'com',
  cim: 'com',
  cpm: 'com',
  vom: 'com',
  xom: 'com',
  om: 'com',
  ent: 'net',
  nte: 'net',
  ogr: 'org',
  orgg: 'org',
};

/** The address that was probably meant, or null if this one looks right. */
export function suggestAddress(typed: string): string | null {
  const [, name, domain] = /^([^\s@]+)@([^\s@]+)$/.exec(typed.trim()) ?? [];
  if (!name || !domain) return null;
  const [label = '', ...rest] = domain.toLowerCase().split('.');
  const ending = rest.join('.');
  if (!ending) return null;
  const [meant, ...endings] = nearestProvider(label) ?? [];
  if (!meant) {
    const corrected = SLIPS[ending];
    return corrected ? `${name}@${label}.${corrected}` : null;
  }
  const right = endings.includes(ending) ? ending : (SLIPS[ending] ?? endings[0]);
  // With its name spelled right, another ending may be one that we do not know.
  const isSlip = label !== meant || ending in SLIPS || (meant === 'gmail' && ending === 'co');
  return isSlip && right ? `${name}@${meant}.${right}` : null;
}

function nearestProvider(label: string) {
  const exact = PROVIDERS.find(([provider]) => provider === label);
  if (exact) return exact;
  if (ALSO_REAL.includes(label)) return undefined;
  // Short names are within one letter of many others: `line`, `love`, `all`.
  return PROVIDERS.find(([provider]) => provider.length >= 5 && isOneSlipFrom(label, provider));
}

/** Whether one letter is missing, added, wrong, or swapped with its neighbour. */
function isOneSlipFrom(typed: string, meant: string): boolean {
  let start = 0;
  while (start < typed.length && typed[start] === meant[start]) start += 1;
  const [rest, wanted] = [typed.slice(start), meant.slice(start)];
  return (
    rest.slice(1) === wanted ||
    rest === wanted.slice(1) ||
    rest.slice(1) === wanted.slice(1) ||
    (rest.slice(2) === wanted.slice(2) && rest[0] === wanted[1] && rest[1] === wanted[0])
  );
}
