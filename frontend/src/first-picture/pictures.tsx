/** Renders the first pictures at build time in a DOM of its own: see `tools/pictures.mjs`. */
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { MemoryRouter, type RouteObject, useRoutes } from 'react-router';
import { PsalmOfTheHour } from '@/app/psalm-of-the-hour';
import { Root } from '@/app/root';
import { Shell } from '@/app/shell';
import { spanish } from '@/app/spanish';
import '@/app/spanish-screens';
import { HomeScreen } from '@/features/guidance/home-screen';
import { keepOnDevice } from '@/features/guidance/kept-letter';
import { noLetter } from '@/features/guidance/offline-letter';
import { ResultScreen } from '@/features/guidance/result-screen';
import { landing } from '@/features/landing/words';
import { ELSEWHERE } from '@/features/support/country';
import { InstantSupportScreen } from '@/features/support/instant-support-screen';
import { TestimonyScreen } from '@/features/testimony/testimony-screen';
import { pickCountry } from '@/lib/country';
import { currentWords, speak, type Translations } from '@/lib/language';
import { type SignInWay, signInWays, waysAttribute } from '@/lib/product';
import { keepSignedIn, type Language } from '@/lib/remembered';
import { common } from '@/lib/words';

const routes: RouteObject[] = [
  {
    Component: Root,
    children: [
      {
        Component: Shell,
        children: [
          {
            path: '/',
            element: (
              <HomeScreen
                firstName={null}
                isPremium={false}
                psalm={<PsalmOfTheHour className="sm:col-span-2 rail:col-span-1" />}
              />
            ),
          },
          { path: '/instant-support', Component: InstantSupportScreen },
          { path: '/testimony', Component: TestimonyScreen },
          { path: '/result', Component: ResultScreen },
        ],
      },
    ],
  },
];

const Screen = () => useRoutes(routes);

/** Each picture's name and path, and whether its visitor is a guest or signed in. */
const pictures = [
  { name: 'landing', path: '/', inside: false },
  { name: 'home', path: '/', inside: true },
  { name: 'instant-support', path: '/instant-support', inside: true },
  { name: 'testimony', path: '/testimony', inside: true },
  { name: 'result', path: '/result', inside: true },
] as const;

const translations: Record<Language, Translations> = { en: new Map(), es: spanish };

/** A letter whose text is filled in when it is shown. */
const emptyLetter = {
  topic: {
    id: '',
    title: '',
    content: '',
    scripture: { reference: '', text: '', translation: '' },
  },
  ...noLetter,
  related: [],
  testimonies: [],
  sources: [],
  offline: false,
};

/** All pictures as templates for the document. */
export function drawPictures(): string {
  // The country, and with it the helplines, is known only in the browser.
  pickCountry(ELSEWHERE);
  keepOnDevice(emptyLetter);
  const languages = Object.keys(translations) as Language[];
  return languages
    .flatMap((language) => {
      speak(language, translations[language]);
      return pictures.map(({ name, path, inside }) => {
        keepSignedIn(inside);
        const markup = draw(path);
        return `<template data-picture="${name}" lang="${language}">${markup}</template>`;
      });
    })
    .join('\n');
}

function draw(path: string): string {
  const place = document.createElement('div');
  // An error screen must not become a first picture.
  let failed: unknown;
  const onCaughtError = (error: unknown) => {
    failed = error;
  };
  const root = createRoot(place, { onCaughtError });
  flushSync(() =>
    root.render(
      <MemoryRouter initialEntries={[path]}>
        <Screen />
      </MemoryRouter>,
    ),
  );
  const picture = place.cloneNode(true) as HTMLElement;
  root.unmount();
  if (failed) throw failed;
  leaveOut(picture);
  return picture.innerHTML;
}

/** Every choice that an operator can make. */
const combinations = signInWays().reduce<SignInWay[][]>(
  (all, way) => all.concat(all.map((ways) => [...ways, way])),
  [[]],
);

/** Removes what depends on time, device or visitor; adds the greeting for each part of the day as data. */
function leaveOut(picture: HTMLElement) {
  for (const element of picture.querySelectorAll('footer, [data-picture-ends] ~ *'))
    element.remove();
  for (const element of picture.querySelectorAll('[data-moment]')) {
    element.textContent = '\u00a0';
    element.setAttribute('aria-hidden', 'true');
  }
  for (const element of picture.querySelectorAll<HTMLElement>('[data-welcome]')) {
    for (const [part, say] of Object.entries(currentWords(common).welcome))
      element.dataset[part] = say('');
  }
  for (const element of picture.querySelectorAll('[data-ways]')) {
    for (const ways of combinations)
      element.setAttribute(waysAttribute(ways), currentWords(landing).ways(ways));
  }
  for (const scene of picture.querySelectorAll('.scene')) {
    const light = document.createElement('div');
    light.className = scene.getAttribute('class') ?? '';
    scene.replaceWith(light);
  }
  // The CSP forbids inline styles: colours are set at run time.
  for (const element of picture.querySelectorAll('[style]')) {
    element.removeAttribute('style');
    element.setAttribute('data-near-water', '');
  }
}
