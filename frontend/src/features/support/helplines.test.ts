import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { speak, translated } from '@/lib/language';
import { common } from '@/lib/words';
import { commonInSpanish } from '@/lib/words.es';
import { resources } from '@/testing/fake-api';
import { bundledHelp, helpFrom } from './helplines';
import { help } from './words';
import { helpInSpanish } from './words.es';

const spanish = new Map([translated(help, helpInSpanish), translated(common, commonInSpanish)]);

test.each([help, helpInSpanish])(
  'the server describes the helplines in the same words',
  (words) => {
    const server = readFileSync('../shared/src/content/contacts.rs', 'utf8');
    const said = Object.values(words.descriptions).filter((text) => server.includes(`"${text}"`));
    expect(said).toEqual(Object.values(words.descriptions));
  },
);

test('the sentence for other countries is that of the content', () => {
  const content = readFileSync('../content/crisis.toml', 'utf8');
  expect(content).toContain(`international_es = "${helpInSpanish.international}"`);
});

describe('for readers of Spanish', () => {
  beforeEach(() => speak('es', spanish));
  afterEach(() => speak('en', new Map()));
  const linesOf = ({ helplines }: ReturnType<typeof helpFrom>, kind: string) => {
    const line = helplines.find((one) => one.kind === kind);
    return [line?.name, ...(line?.links ?? []).map(({ label, href }) => `${label} ${href}`)];
  };

  test('the bundled helplines have the Spanish name, key and keyword', () => {
    expect(linesOf(bundledHelp('US'), 'suicide')).toEqual([
      '988 Línea de Prevención del Suicidio y Crisis',
      'Llamar al 988 y presionar 2 tel:988',
      'Enviar AYUDA al 988 sms:988?&body=AYUDA',
    ]);
    expect(linesOf(bundledHelp('US'), 'text')).toEqual([
      'Crisis Text Line',
      'Enviar AYUDA al 741741 sms:741741?&body=AYUDA',
    ]);
    for (const code of ['US', 'CA', 'GB', 'IE', 'AU', 'NZ'])
      expect(linesOf(bundledHelp(code), 'emergency')[0]).toBe('Servicios de emergencia');
  });

  test.each([
    ['988 Suicide & Crisis Lifeline', '988'],
    ['988 Línea de Prevención del Suicidio y Crisis', '988, y presiona 2'],
  ])('an answer of the server in either language is shown in Spanish: %s', (name, contact) => {
    const suicidePrevention = { name, contact, description: 'Somebody to talk to' };
    const crisisTextLine = {
      name: 'Crisis Text Line',
      contact: 'Envía AYUDA al 741741',
      description: '',
    };
    const given = helpFrom({ ...resources, suicidePrevention, crisisTextLine });
    expect(linesOf(given, 'suicide')).toEqual(linesOf(bundledHelp('US'), 'suicide'));
    expect(linesOf(given, 'text')).toEqual(linesOf(bundledHelp('US'), 'text'));
  });
});

test('an answer in Spanish is shown in English where the app is English', () => {
  const suicidePrevention = {
    name: '988 Línea de Prevención del Suicidio y Crisis',
    contact: '988, y presiona 2',
    description: 'Alguien con quien hablar',
  };
  const { helplines } = helpFrom({ ...resources, suicidePrevention });
  const line = helplines.find(({ kind }) => kind === 'suicide');
  expect(line?.name).toBe('988 Suicide & Crisis Lifeline');
  expect(line?.links.map(({ label }) => label)).toEqual(['Call 988', 'Text 988']);
});

test('numbers are set as people read them, and links have their digits alone', () => {
  const shown = ['GB', 'IE', 'AU', 'NZ'].flatMap((code) =>
    bundledHelp(code)
      .helplines.filter(({ kind }) => kind === 'domestic_violence')
      .flatMap(({ links }) => links.map(({ label, href }) => `${label} ${href}`)),
  );
  expect(shown).toEqual([
    'Call 0808 2000 247 tel:08082000247',
    'Call 1800 341 900 tel:1800341900',
    'Call 1800 737 732 tel:1800737732',
    'Text 0458 737 732 sms:0458737732',
    'Call 0800 733 843 tel:0800733843',
  ]);
});
