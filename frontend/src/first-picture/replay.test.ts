import { expect, test } from 'vitest';
import { recordActions } from './replay';

const form =
  '<form><textarea data-draft="struggle"></textarea><button type="button">Ask</button></form>';

function drawn(root: HTMLElement) {
  root.innerHTML = form;
  const field = root.querySelector('textarea');
  const button = root.querySelector('button');
  if (!field || !button) throw new Error('the form has both');
  return { field, button };
}

function type(field: HTMLTextAreaElement, words: string) {
  field.value = words;
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

test('words typed while the app was rendering are entered in its field before a button is pressed', async () => {
  const root = document.body.appendChild(document.createElement('div'));
  const picture = drawn(root);
  const { replay } = recordActions(root);
  type(picture.field, 'I lie awake');
  picture.button.click();

  const app = drawn(root);
  const seen: string[] = [];
  app.field.addEventListener('input', () => seen.push(`typed ${app.field.value}`));
  app.button.addEventListener('click', () => seen.push('pressed'));
  await replay();
  expect(app.field.value).toBe('I lie awake');
  expect(seen).toEqual(['typed I lie awake', 'pressed']);
});

test('a field that has its draft already is left alone', async () => {
  const root = document.body.appendChild(document.createElement('div'));
  const picture = drawn(root);
  const { replay } = recordActions(root);
  type(picture.field, 'I lie awake');

  const app = drawn(root);
  app.field.value = 'I lie awake';
  let inputs = 0;
  app.field.addEventListener('input', () => {
    inputs += 1;
  });
  await replay();
  expect(inputs).toBe(0);
});

test('a switch that was pressed is on in the app, also if the app shows it so already', async () => {
  for (const [presses, before, after] of [
    [1, false, true],
    [1, true, true],
    [2, false, false],
    [2, true, true],
  ] as const) {
    const root = document.body.appendChild(document.createElement('div'));
    const draw = (checked: boolean) => {
      root.innerHTML = '<form data-draft="story"><input type="checkbox"></form>';
      const one = root.querySelector('input');
      if (!one) throw new Error('the form has it');
      one.checked = checked;
      return one;
    };
    const picture = draw(false);
    const { replay } = recordActions(root);
    for (let press = 0; press < presses; press += 1) picture.click();
    const app = draw(before);
    await replay();
    expect(app.checked, `${presses} presses, ${before}`).toBe(after);
    root.remove();
  }
});
