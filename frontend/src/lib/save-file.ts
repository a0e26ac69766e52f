/** Hands a file that was made in the browser to its user. */

/** Installed on iOS, an app cannot download: the share sheet has *Save to Files* and *Add to Calendar*. */
const isInstalledOnIos = () => (navigator as { standalone?: boolean }).standalone === true;

/** How long the browser may take to read the file after the click. */
const RELEASE_MS = 60_000;

/** Whether the browser shares this file with another app. */
export const canShareFile = (file: File): boolean =>
  typeof navigator.canShare === 'function' && navigator.canShare({ files: [file] });

/** Returns whether the share sheet opened. Closing it is no failure. */
export async function shareIt(data: ShareData): Promise<boolean> {
  try {
    await navigator.share(data);
    return true;
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError';
  }
}

/** Must be called in a click. Returns whether the file was handed over. */
export async function saveFile(file: File): Promise<boolean> {
  if (isInstalledOnIos() && canShareFile(file)) return shareIt({ files: [file] });
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = file.name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), RELEASE_MS);
  return true;
}
