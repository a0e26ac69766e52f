import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Sections } from './sections';

test('text between double asterisks is bold, and a number in it is still a link', () => {
  render(
    <Sections
      sections={[
        { title: 'Help', blocks: [{ kind: 'item', text: '**In danger:** call 911 **now**.' }] },
      ]}
    />,
  );
  expect(screen.getByRole('listitem')).toHaveTextContent('In danger: call 911 now.');
  expect(screen.getAllByRole('strong').map(({ textContent }) => textContent)).toEqual([
    'In danger:',
    'now',
  ]);
});

test('adjacent items form one list, and contacts are links', () => {
  render(
    <Sections
      sections={[
        { title: '', blocks: [{ kind: 'paragraph', text: 'Write to {{support_email}}.' }] },
        {
          title: 'Help',
          blocks: [
            { kind: 'item', text: 'Call or text 988.' },
            { kind: 'item', text: 'Text HOME to 741741.' },
            { kind: 'paragraph', text: 'Or call 1-800-799-7233.' },
          ],
        },
      ]}
    />,
  );
  expect(screen.getAllByRole('heading')).toHaveLength(1);
  expect(screen.getAllByRole('list')).toHaveLength(1);
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    'mailto:support@stillwater.example',
    'tel:988',
    'sms:741741?&body=HOME',
    'tel:18007997233',
  ]);
});
