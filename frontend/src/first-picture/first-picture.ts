/**
 * The first picture of a screen: HTML pre-rendered at build time, shown before the app loads and replaced by it.
 * `tools/pictures.mjs` writes each one into the document as a `<template>`.
 *
 * Invariant: a picture shows what its screen will show. Where that is uncertain there is no picture.
 */
import {
  beginningOf,
  isPassageAlone,
  keptLetter,
  paragraphsOf,
} from '@/features/guidance/kept-letter';
import { hasDrafts } from '@/lib/drafts';
import { hourOf, partOfDay } from '@/lib/hour';
import { appName, signInWays, waysAttribute } from '@/lib/product';
import { isGuest, pathHere, preferredLanguage, wasSignedIn } from '@/lib/remembered';
import { lights, nearWater } from '@/ui/light';
import { type Replay, recordActions } from './replay';

export interface FirstPicture extends Pick<Replay, 'isWriting'> {
  /** Resolves when the picture has been painted. */
  painted: Promise<void>;
  /** Called when the app has rendered: replays the user's actions in it. */
  handOver: Replay['replay'];
}

/** A background tab never paints, so the app waits no longer than this. */
const PAINT_TIMEOUT_MS = 500;

/** Shows the picture for the current path and visitor, if there is one. */
export function showFirstPicture(root: HTMLElement): FirstPicture | null {
  const name = nameOf(pathHere());
  const template = document.querySelector<HTMLTemplateElement>(
    `template[data-picture="${name}"][lang="${preferredLanguage()}"]`,
  );
  if (!name || !template) return null;
  document.documentElement.lang = template.lang;
  root.append(template.content.cloneNode(true));
  fillIn(root);
  root.dataset.firstPicture = name;
  const { isWriting, replay } = recordActions(root);
  const handOver = () => {
    delete root.dataset.firstPicture;
    return replay();
  };
  return { painted: painted(), isWriting, handOver };
}

function nameOf(pathname: string): string | null {
  // The app's own history state or restored drafts may change what the screen shows.
  if (window.history.state?.usr || hasDrafts()) return null;
  const isInside = isGuest() || wasSignedIn();
  if (pathname === '/') return isInside ? 'home' : 'landing';
  if (pathname === '/instant-support') return 'instant-support';
  if (pathname === '/testimony') return isInside ? 'testimony' : null;
  if (pathname === '/result') return isInside && keptLetter()?.topic ? 'result' : null;
  return null;
}

/** Fills in what is known only in the browser: name, greeting and saved letter. */
function fillIn(picture: HTMLElement) {
  for (const name of picture.querySelectorAll('[data-app-name]')) name.textContent = appName();
  const welcome = picture.querySelector<HTMLElement>('[data-welcome]');
  if (welcome) welcome.textContent = welcome.dataset[partOfDay(new Date())] ?? '';
  const ways = picture.querySelector('[data-ways]');
  if (ways) ways.textContent = ways.getAttribute(waysAttribute(signInWays())) ?? '';
  light(picture);
  // Guests see the same picture.
  if (!wasSignedIn()) picture.querySelector('[data-signed-in]')?.remove();
  const message = picture.querySelector('[data-message]');
  const topic = keptLetter()?.topic;
  if (!message || !topic) return;
  const title = picture.querySelector('h1');
  if (title) title.textContent = topic.title;
  const { reference, text } = topic.scripture;
  for (const [place, words] of [
    ['[data-epigraph]', beginningOf(text)],
    ['[data-epigraph-of]', reference],
  ] as const) {
    const element = picture.querySelector(place);
    if (element) element.textContent = words;
  }
  if (isPassageAlone(topic)) picture.querySelector('figure')?.remove();
  const example = message.querySelector('p') ?? document.createElement('p');
  message.replaceChildren(
    ...paragraphsOf(topic.content).map((text) => {
      const paragraph = example.cloneNode();
      paragraph.textContent = text;
      return paragraph;
    }),
  );
}

/** Sky and water colours of the current hour; hills, lamp and stars come with the app. */
function light(picture: HTMLElement) {
  const hour = hourOf(new Date());
  const { sky, sea, shade } = lights[hour];
  // The gradients of `still-water.tsx`: a dark one behind the text, and the sky down to the horizon at 58 %.
  const dark = (strength: number) => `rgb(4 32 43 / ${strength})`;
  const behindWords = `radial-gradient(70% 54% at 35% 7%, ${dark(shade)}, ${dark(shade * 0.8)} 55%, transparent)`;
  const stops = [
    `${sky[0]}, ${sky[1]} 36%, ${sky[2]} 50%, ${sky[3]} 58%`,
    `${sea[0]} 58%, ${sea[1]} 65%, ${sea[2]} 88%`,
  ];
  for (const scene of picture.querySelectorAll<HTMLElement>('.scene'))
    scene.style.backgroundImage = `${behindWords}, linear-gradient(${stops.join()})`;
  for (const element of picture.querySelectorAll<HTMLElement>('[data-near-water]'))
    element.style.backgroundColor = nearWater(hour);
}

const painted = () =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, PAINT_TIMEOUT_MS);
    // Resolves when the frame is on the screen, not when it was rendered.
    new PerformanceObserver((paints) => {
      if (paints.getEntriesByName('first-contentful-paint').length > 0) resolve();
    }).observe({ type: 'paint', buffered: true });
  });
