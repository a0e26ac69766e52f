declare global {
  /** Not in every browser, and missing in TypeScript's types: https://tc39.es/proposal-temporal/ */
  var Temporal: { Now: { timeZoneId(): string } } | undefined;
}

/** The device's time zone. `Intl` knows it too, but its first use takes as long as rendering a screen. */
export function timeZone(): string {
  try {
    return (
      globalThis.Temporal?.Now.timeZoneId() ?? Intl.DateTimeFormat().resolvedOptions().timeZone
    );
  } catch {
    // A device may have a zone that its browser does not know; no screen may fail because of it.
    return 'UTC';
  }
}
