/**
 * The first picture of a screen: its frame and words, drawn when the app is built, shown as soon as the document and
 * its styles are here, and replaced by the app. `tools/pictures.mjs` makes a `<template>` of each for the document.
 *
 * Invariant: a picture shows what the screen after it shows. Where that is uncertain there is none.
 */
import { keptLetter, paragraphsOf } from '@/features/guidance/kept-letter';
import { hasDrafts } from '@/lib/drafts';
import { hourOf, partOfDay } from '@/lib/hour';
import { appName } from '@/lib/product';
import { isGuest, wantedLanguage, wasSignedIn } from '@/lib/remembered';
import { lights, nearWater } from '@/ui/light';
import { type Doings, followDoings } from './doings';

export interface FirstPicture extends Pick<Doings, 'isWriting'> {
  /** It is on the screen. */
  painted: Promise<void>;
  /** The app has taken its place, and does what was done in it. */
  handOver: Doings['repeat'];
}

/** A tab in the background paints nothing: then the app waits no longer than this. */
const PATIENCE_MS = 500;

/** Shows the picture of the screen at this address, if there is one for this visitor. */
export function showFirstPicture(root: HTMLElement): FirstPicture | null {
  const name = nameOf(window.location.pathname);
  const template = document.querySelector<HTMLTemplateElement>(
    `template[data-picture="${name}"][lang="${wantedLanguage()}"]`,
  );
  if (!name || !template) return null;
  document.documentElement.lang = template.lang;
  root.append(template.content.cloneNode(true));
  fillIn(root);
  root.dataset.firstPicture = name;
  const { isWriting, repeat } = followDoings(root);
  const handOver = () => {
    delete root.dataset.firstPicture;
    return repeat();
  };
  return { painted: painted(), isWriting, handOver };
}

function nameOf(pathname: string): string | null {
  // An entry of the app's own may show something else here, and so may what was carried over a reload.
  if (window.history.state?.usr || hasDrafts()) return null;
  const isInside = isGuest() || wasSignedIn();
  if (pathname === '/') return isInside ? 'home' : 'landing';
  if (pathname === '/instant-support') return 'instant-support';
  if (pathname === '/testimony') return isInside ? 'testimony' : null;
  if (pathname === '/result') return isInside && keptLetter()?.topic ? 'result' : null;
  return null;
}

/** Says and shows what could not be known when the picture was drawn. */
function fillIn(picture: HTMLElement) {
  for (const name of picture.querySelectorAll('[data-app-name]')) name.textContent = appName();
  const welcome = picture.querySelector<HTMLElement>('[data-welcome]');
  if (welcome) welcome.textContent = welcome.dataset[partOfDay(new Date())] ?? '';
  light(picture);
  const message = picture.querySelector('[data-message]');
  const topic = keptLetter()?.topic;
  if (!message || !topic) return;
  const title = picture.querySelector('h1');
  if (title) title.textContent = topic.title;
  const example = message.querySelector('p') ?? document.createElement('p');
  message.replaceChildren(
    ...paragraphsOf(topic.content).map((text) => {
      const paragraph = example.cloneNode();
      paragraph.textContent = text;
      return paragraph;
    }),
  );
}

/** The sky and the water of this hour; hills, lamp and stars come with the app. */
function light(picture: HTMLElement) {
  const hour = hourOf(new Date());
  const { sky, sea, shade } = lights[hour];
  // The gradients of `still-water.tsx`: what darkens the sky behind words, and light down to the horizon at 58 %.
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
    setTimeout(resolve, PATIENCE_MS);
    // Told when the frame is on the screen, which is later than when it was drawn.
    new PerformanceObserver((paints) => {
      if (paints.getEntriesByName('first-contentful-paint').length > 0) resolve();
    }).observe({ type: 'paint', buffered: true });
  });
