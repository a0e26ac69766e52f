/** What the words of `content/` say about the app, held against the app. */
import guidance from '@content/guidance.json';
import privacy from '@content/privacy.json';
import terms from '@content/terms.json';
import { expect, test } from 'vitest';
import { cancelling } from '@/features/user/words';
import { shell } from './words';

test.each(['depression', 'grief', 'breakup-divorce', 'fear', 'self-worth'])(
  'the message of %s says who is awake when somebody must be told',
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
])('%s begins with the date of its last change, as its end says', (_, sections) => {
  const words = textOf(sections);
  expect(words[0]).toMatch(/^Last changed on [A-Z][a-z]+ \d{1,2}, \d{4}\.$/);
  expect(words.at(-1)).toContain('the date of the last change stands at the top of this page');
});

test('the terms name the button that cancels as it is named', () => {
  expect(textOf(terms).join('\n')).toContain(`choose ${cancelling.act} and confirm`);
});
