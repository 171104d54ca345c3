import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { Dialog } from './dialog';

afterEach(cleanup);

/** Opens a dialog with a field. Radix starts listening for outside clicks in the next task. */
async function opened(): Promise<HTMLElement> {
  render(
    <Dialog title="Reject" trigger={<button type="button">Open</button>}>
      <input aria-label="Reason" />
    </Dialog>,
  );
  fireEvent.click(screen.getByText('Open'));
  await act(() => new Promise((resolve) => setTimeout(resolve)));
  return screen.getByLabelText('Reason');
}

const clickBeside = () => fireEvent.pointerDown(document.querySelector('[data-dialog-open]') as Element);
const isOpen = () => screen.queryByRole('dialog') !== null;

describe('a dialog', () => {
  it('closes on an outside click while nothing has been typed', async () => {
    await opened();
    clickBeside();
    expect(isOpen()).toBe(false);
  });

  it('stays open on an outside click once something has been typed, closes on Escape, and starts anew', async () => {
    const field = await opened();
    fireEvent.input(field, { target: { value: 'The report is of another batch' } });
    clickBeside();
    expect(isOpen()).toBe(true);
    fireEvent.keyDown(field, { key: 'Escape' });
    expect(isOpen()).toBe(false);
    fireEvent.click(screen.getByText('Open'));
    await act(() => new Promise((resolve) => setTimeout(resolve)));
    clickBeside();
    expect(isOpen()).toBe(false);
  });
});
