declare global {
  /** Not in every browser, and not yet known to the compiler: https://tc39.es/proposal-temporal/ */
  var Temporal: { Now: { timeZoneId(): string } } | undefined;
}

/** The device's time zone. `Intl` knows it too, but takes as long as drawing a screen when it is first asked. */
export function timeZone(): string {
  try {
    return (
      globalThis.Temporal?.Now.timeZoneId() ?? Intl.DateTimeFormat().resolvedOptions().timeZone
    );
  } catch {
    // A device may name a zone that its browser does not know; no screen may fail over it.
    return 'UTC';
  }
}
