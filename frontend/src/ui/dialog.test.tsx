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
  it('is closed by a click beside it while nothing has been typed', async () => {
    await opened();
    clickBeside();
    expect(isOpen()).toBe(false);
  });

  it('keeps what was typed when somebody clicks beside it', async () => {
    fireEvent.input(await opened(), { target: { value: 'The report is of another batch' } });
    clickBeside();
    expect(isOpen()).toBe(true);
  });

  it('is closed by Escape also then', async () => {
    const field = await opened();
    fireEvent.input(field, { target: { value: 'The report is of another batch' } });
    fireEvent.keyDown(field, { key: 'Escape' });
    expect(isOpen()).toBe(false);
  });

  it('begins anew when it is opened again', async () => {
    const field = await opened();
    fireEvent.input(field, { target: { value: 'The report is of another batch' } });
    fireEvent.keyDown(field, { key: 'Escape' });
    fireEvent.click(screen.getByText('Open'));
    await act(() => new Promise((resolve) => setTimeout(resolve)));
    clickBeside();
    expect(isOpen()).toBe(false);
  });
});
