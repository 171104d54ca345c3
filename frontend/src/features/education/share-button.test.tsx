import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { shownToasts } from '../../ui/toast-store';
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

function press() {
  render(<ShareButton {...WHAT} />);
  fireEvent.click(screen.getByRole('button', { name: 'Share' }));
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

it('copies the URL without the Web Share API, and says so', async () => {
  browserWith({});
  press();
  await waitFor(() => expect(copied).toEqual([WHAT.url]));
  await waitFor(() => expect(shownToasts()[0]).toMatchObject({ title: 'Link copied', description: WHAT.url }));
});

it('shows the URL when it cannot be copied either', async () => {
  browserWith({ copy: false });
  press();
  await waitFor(() =>
    expect(shownToasts()[0]).toMatchObject({ title: "We couldn't copy the link", description: WHAT.url }),
  );
});
