/** Checks what the texts in `content/` say about the app against the app. */
import guidance from '@content/guidance.json';
import guidelinesInSpanish from '@content/guidelines.es.json';
import privacyInSpanish from '@content/privacy.es.json';
import privacy from '@content/privacy.json';
import termsInSpanish from '@content/terms.es.json';
import terms from '@content/terms.json';
import { expect, test } from 'vitest';
import { resultInSpanish } from '@/features/guidance/result-words.es';
import { ownInSpanish } from '@/features/testimony/words.es';
import { cancelling } from '@/features/user/words';
import { cancellingInSpanish } from '@/features/user/words.es';
import { partsInSpanish } from '@/ui/words.es';
import { shell } from './words';
import { shellInSpanish } from './words.es';

test.each(['depression', 'grief', 'breakup-divorce', 'fear', 'self-worth'])(
  'the message of %s names who is available when somebody needs to talk',
  (id) => {
    const { content } = guidance.find((topic) => topic.id === id) ?? { content: '' };
    expect(content).toMatch(/please tell someone .*right now/);
    expect(content).toContain(`The people under ${shell.helpNow} are awake.`);
  },
);

const textOf = (sections: typeof terms) =>
  sections.flatMap(({ blocks }) => blocks.map(({ text }) => text));

test.each([
  ['terms', terms],
  ['privacy', privacy],
])('%s starts with the date of its last change, as its end says', (_, sections) => {
  const words = textOf(sections);
  expect(words[0]).toMatch(/^Last changed on [A-Z][a-z]+ \d{1,2}, \d{4}\.$/);
  expect(words.at(-1)).toContain('the date of the last change stands at the top of this page');
});

test('the terms quote the label of the cancel button', () => {
  expect(textOf(terms).join('\n')).toContain(`choose ${cancelling.act} and confirm`);
  expect(textOf(termsInSpanish).join('\n')).toContain(
    `elija ${cancellingInSpanish.act} y confirme`,
  );
});

test('the Spanish texts quote the labels of the app', () => {
  const texts = [guidelinesInSpanish, termsInSpanish, privacyInSpanish].map((page) =>
    textOf(page).join('\n'),
  );
  const { helpNow, guidelines, mine } = shellInSpanish;
  const labels = [
    helpNow,
    `«${partsInSpanish.leaveQuickly}»`,
    ownInSpanish.title,
    guidelines,
    mine,
  ];
  for (const label of labels) expect(texts.join('\n')).toContain(label);
  const [yes, notQuite] = resultInSpanish.wasNear.answers;
  expect(texts[2]).toContain(`«${yes.toLowerCase()}» o «${notQuite.toLowerCase()}»`);
});
