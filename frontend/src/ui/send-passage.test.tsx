import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fitted, wrapped } from './passage-picture';
import SendPassage from './send-passage';

const passage = {
  reference: 'Psalm 4:8',
  text: 'In peace I will both lay myself down and sleep.',
  translation: 'World English Bible',
};
const LINK = `${window.location.origin}/passage/Psalm%204%3A8`;

/** A canvas that draws nothing and records the words. */
function fakeCanvas() {
  const drawn: string[] = [];
  const gradient = { addColorStop: () => {} };
  const context = new Proxy({} as Record<string, unknown>, {
    get: (_, name) => {
      if (name === 'measureText') return (text: string) => ({ width: text.length * 30 });
      if (name === 'fillText') return (text: string) => drawn.push(text);
      return () => gradient;
    },
    set: () => true,
  });
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never);
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) =>
    done(new Blob(['picture'], { type: 'image/png' })),
  );
  vi.stubGlobal('Path2D', class {});
  Object.assign(document, { fonts: { load: () => Promise.resolve([]) } });
  return drawn;
}

beforeEach(() => localStorage.clear());
afterEach(() => {
  for (const name of ['share', 'canShare']) Reflect.deleteProperty(navigator, name);
  Reflect.deleteProperty(document, 'fonts');
});

const open = () => {
  const user = userEvent.setup();
  render(<SendPassage passage={passage} hour="night" onClose={() => {}} />);
  return user;
};

test('the picture shows the passage, its reference and translation, and our name', async () => {
  const drawn = fakeCanvas();
  open();
  expect(await screen.findByRole('button', { name: 'Save the picture' })).toBeVisible();
  expect(drawn.join(' ')).toBe(`${passage.text} Psalm 4:8 World English Bible Stillwater`);
  expect(screen.getByRole('img')).toHaveAccessibleName(`Picture of Psalm 4:8: ${passage.text}`);
});

test('where files can be shared, the picture is sent, and nothing beside it', async () => {
  fakeCanvas();
  const share = vi.fn().mockResolvedValue(undefined);
  Object.assign(navigator, { share, canShare: () => true });
  const user = open();
  await user.click(await screen.findByRole('button', { name: 'Send the picture' }));
  const [data] = share.mock.calls[0] ?? [];
  expect(Object.keys(data)).toEqual(['files']);
  expect(data.files[0]).toMatchObject({ name: 'Psalm-4-8.png', type: 'image/png' });
});

test('the link is shared with the reference alone, and closing the sheet is no failure', async () => {
  fakeCanvas();
  const share = vi.fn().mockRejectedValue(new DOMException('closed', 'AbortError'));
  Object.assign(navigator, { share });
  const user = open();
  await user.click(screen.getByRole('button', { name: 'Send a link' }));
  expect(share).toHaveBeenCalledWith({ title: 'Psalm 4:8', url: LINK });
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('without a share sheet the link is copied', async () => {
  fakeCanvas();
  const user = open();
  await user.click(screen.getByRole('button', { name: 'Copy the link' }));
  expect(await navigator.clipboard.readText()).toBe(LINK);
  expect(await screen.findByText('The link is copied.')).toBeVisible();
});

test('if copying is refused, the link stands there to be copied by hand', async () => {
  fakeCanvas();
  const user = open();
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('refused'));
  await user.click(screen.getByRole('button', { name: 'Copy the link' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(LINK);
});

test('where nothing can be drawn, the link is there all the same', async () => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  open();
  expect(await screen.findByText(/could not be drawn here/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Copy the link' })).toBeVisible();
});

const measure = (text: string, size: number) => text.length * size * 0.45;

test('a short passage is set large, a long one smaller, and no word is lost', () => {
  const short = fitted('Be still.', measure);
  const long = fitted('Be still and know that I am here. '.repeat(14).trim(), measure);
  expect(short.size).toBeGreaterThan(long.size);
  expect(long.lines.join(' ')).toBe('Be still and know that I am here. '.repeat(14).trim());
});

test('a passage that fits in no type is cut after a sentence, with an ellipsis', () => {
  const { lines } = fitted('Be still and know that I am here. '.repeat(80).trim(), measure);
  expect(lines.join(' ')).toMatch(/here\. …$/);
});

test('a word that is wider than the picture stands alone', () => {
  expect(wrapped('a Mahershalalhashbaz b', 5, (text) => text.length)).toEqual([
    'a',
    'Mahershalalhashbaz',
    'b',
  ]);
});
