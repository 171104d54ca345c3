import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { shownToast } from '../messages/toast-store';
import { ShareButton } from './share-button';

const WHAT = { title: 'A title', text: 'An excerpt', url: 'https://clearbatch.example/learn/a' };

let shared: unknown[];
let copied: string[];

/** The browser's Web Share support: works, refuses, or missing. */
function browserWith({ share, copy = true }: { share?: () => Promise<void>; copy?: boolean }) {
  shared = [];
  copied = [];
  Object.assign(navigator, {
    clipboard: {
      writeText: async (text: string) => {
        if (!copy) throw new DOMException('no', 'NotAllowedError');
        copied.push(text);
      },
    },
  });
  if (!share) return Reflect.deleteProperty(navigator, 'share');
  return Object.assign(navigator, {
    share: (what: unknown) => {
      shared.push(what);
      return share();
    },
  });
}

function press(copiedNote?: string) {
  render(<ShareButton {...WHAT} copiedNote={copiedNote} />);
  fireEvent.click(screen.getByRole('button', { name: 'Share' }));
}

async function expectSelectedLink() {
  const field = (await screen.findByLabelText('Link to share')) as HTMLInputElement;
  expect(field).toBe(document.activeElement);
  expect(field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0)).toBe(WHAT.url);
}

afterEach(cleanup);

it('uses the Web Share API if available', async () => {
  browserWith({ share: async () => {} });
  press();
  await waitFor(() => expect(shared).toEqual([WHAT]));
  expect(copied).toEqual([]);
});

it('does nothing more when sharing is canceled', async () => {
  browserWith({ share: () => Promise.reject(new DOMException('closed', 'AbortError')) });
  press();
  await waitFor(() => expect(shared).toHaveLength(1));
  expect(copied).toEqual([]);
});

it('copies the URL when the device refuses to share', async () => {
  browserWith({ share: () => Promise.reject(new DOMException('no', 'NotAllowedError')) });
  press();
  await waitFor(() => expect(copied).toEqual([WHAT.url]));
});

it.each([
  ['says so', undefined, WHAT.url],
  ['says what it opens', 'It opens a page.', 'It opens a page.'],
])('copies the URL without the Web Share API, and %s', async (_, copiedNote, description) => {
  browserWith({});
  press(copiedNote);
  await waitFor(() => expect(copied).toEqual([WHAT.url]));
  await waitFor(() => expect(shownToast()).toMatchObject({ title: 'Link copied', description }));
});

it('shows the URL, selected, when it cannot be copied either', async () => {
  browserWith({ copy: false });
  press();
  await expectSelectedLink();
});

it('shows the URL, selected, when the browser refuses both, as without a recent press', async () => {
  browserWith({ share: () => Promise.reject(new DOMException('no', 'NotAllowedError')), copy: false });
  press();
  await waitFor(() => expect(shared).toHaveLength(1));
  await expectSelectedLink();
});
