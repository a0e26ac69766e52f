/** What the words of `content/` say about the app, held against the app. */
import guidance from '@content/guidance.json';
import { expect, test } from 'vitest';
import { shell } from './words';

test.each(['depression', 'grief', 'breakup-divorce', 'fear', 'self-worth'])(
  'the message of %s says who is awake when somebody must be told',
  (id) => {
    const { content } = guidance.find((topic) => topic.id === id) ?? { content: '' };
    expect(content).toMatch(/please tell someone .*right now/);
    expect(content).toContain(`The people under ${shell.helpNow} are awake.`);
  },
);
