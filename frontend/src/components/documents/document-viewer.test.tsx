import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { ZOOM_LEVELS } from './document-page';
import { DocumentViewer } from './document-viewer';

const PAGES = [1, 2].map((number) => ({ number, width: 612, height: 792 }));

beforeAll(() => {
  // jsdom has no layout.
  Element.prototype.scrollTo = () => {};
});
afterEach(cleanup);

it.each([
  ['Next page', PAGES.length - 1, 'Page 2 of 2'],
  ['Previous page', 0, 'Page 1 of 2'],
  ['Zoom in', ZOOM_LEVELS.length - 1, '300%'],
  ['Zoom out', 0, '100%'],
])('%s keeps the focus at the end, and does nothing more', (name, steps, end) => {
  render(<DocumentViewer pages={PAGES} pageCount={2} srcOf={String} boxes={[]} focusedBox={null} />);
  const button = screen.getByRole('button', { name });
  button.focus();
  for (let step = 0; step < steps; step += 1) {
    expect(button.getAttribute('aria-disabled')).toBeNull();
    fireEvent.click(button);
  }
  expect(button.getAttribute('aria-disabled')).toBe('true');
  fireEvent.click(button);
  expect(document.activeElement).toBe(button);
  expect(screen.getByText(end)).toBeTruthy();
});

it('turns to the place that is looked at, and says how many pages the document has', () => {
  const viewer = (page: number | null) => {
    const focusedBox = page === null ? null : { page, x: 10, y: 10, width: 60, height: 10 };
    return <DocumentViewer pages={PAGES} pageCount={40} srcOf={String} boxes={[]} focusedBox={focusedBox} />;
  };
  const { rerender } = render(viewer(null));
  rerender(viewer(2));
  expect(screen.getByText('Page 2 of 40')).toBeTruthy();
  rerender(viewer(null));
  expect(screen.getByText('Page 2 of 40')).toBeTruthy();
});
