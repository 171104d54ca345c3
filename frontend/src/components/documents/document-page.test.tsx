import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { DocumentPage, PageCrop } from './document-page';

const LETTER = { width: 612, height: 792 };
const BATCH = { page: 1, x: 100, y: 200, width: 60, height: 10 };
const DATE = { page: 1, x: 400, y: 200, width: 60, height: 10 };
const BOXES = [
  { box: BATCH, tone: 'info', label: 'Batch/Lot ID' },
  { box: DATE, tone: 'danger', label: 'Test date' },
] as const;

const page = <DocumentPage src="/page.png" size={LETTER} alt="Page 1" boxes={BOXES} focusedBox={{ ...DATE }} />;

beforeAll(() => {
  // jsdom has no layout.
  Element.prototype.scrollTo = () => {};
});
afterEach(cleanup);

const marks = (root: ParentNode) =>
  [...root.querySelectorAll('rect')].map((mark) => [mark.textContent, mark.dataset.focused ?? 'no']);

it('marks the places in the coordinates of the page, and the focused one stands out', () => {
  const { container } = render(page);
  expect(container.querySelector('svg')?.getAttribute('viewBox')).toBe('0 0 612 792');
  expect(marks(container)).toEqual([
    ['Batch/Lot ID', 'no'],
    ['Test date', 'true'],
  ]);
  expect(container.querySelector('rect')?.getAttribute('x')).toBe('98');
});

it('reserves the room of the picture, and needs no inline style', () => {
  const html = renderToString(page);
  expect(html).toContain('width="612" height="792"');
  expect(html).not.toContain('style=');
});

it('offers to load a picture again', () => {
  render(page);
  const picture = screen.getByRole('img', { name: 'Page 1' });
  fireEvent.error(picture);
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.getByRole('img', { name: 'Page 1' })).not.toBe(picture);
});

it('shows the part of a page around a place', () => {
  render(<PageCrop src="/page.png" size={LETTER} box={BATCH} alt="Batch/Lot ID on page 1" />);
  const crop = screen.getByRole('img', { name: 'Batch/Lot ID on page 1' });
  expect(crop.getAttribute('viewBox')).toBe('15 173 230 64');
  expect(marks(crop)).toEqual([['Batch/Lot ID on page 1', 'true']]);
});
