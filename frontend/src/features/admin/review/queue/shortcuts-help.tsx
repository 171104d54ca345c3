import { useState } from 'react';
import { Button } from '../../../../ui/button';
import { Dialog } from '../../../../ui/messages/dialog';
import { useShortcuts, useShortcutsEnabled } from './shortcuts';

const GROUPS: readonly { title: string; keys: readonly (readonly [keys: string, does: string])[] }[] = [
  {
    title: 'In the queue',
    keys: [
      ['j', 'Next submission'],
      ['k', 'Previous submission'],
      ['Enter', 'Open it'],
      ['x', 'Select it, or take it out of the selection'],
      ['a', 'Approve what is selected'],
      ['c', 'Request changes for what is selected'],
      ['r', 'Reject what is selected'],
      ['/', 'Search'],
    ],
  },
  {
    title: 'On a submission',
    keys: [
      ['a', 'Approve'],
      ['c', 'Request changes'],
      ['r', 'Reject'],
      ['m', 'Add a comment without deciding'],
      ['Ctrl+Enter', 'Send the decision; on a Mac, Command and Enter'],
      ['Esc', 'Leave the fields'],
      ['n', 'Next in the queue'],
      ['p', 'Previous in the queue'],
    ],
  },
  {
    title: "Beside the lab's PDF",
    keys: [
      ['j', 'Next difference'],
      ['k', 'Previous difference'],
      ['y', 'Confirm the value and go to the next one'],
      ['h', 'Previous page'],
      ['l', 'Next page'],
      ['+', 'Zoom in'],
      ['-', 'Zoom out'],
      ['0', 'Fit the width'],
      ['/', 'Search in the PDF'],
      ['Enter', 'Next match; with Shift, the previous one'],
    ],
  },
  {
    title: 'Everywhere',
    keys: [
      ['u', 'Undo the last decision'],
      ['?', 'This list'],
    ],
  },
];

/** The list of shortcuts and the switch to turn them off. */
export function ShortcutsHelp() {
  const [isOpen, setOpen] = useState(false);
  const [isOn, turn] = useShortcutsEnabled();
  useShortcuts({ '?': () => setOpen(true) });
  return (
    <Dialog
      open={isOpen}
      onOpenChange={setOpen}
      trigger={
        <Button variant="quiet" size="sm">
          Keyboard shortcuts
        </Button>
      }
      title="Keyboard shortcuts"
      description="Single keys work only when you're not typing."
    >
      <div className="stack gap-5">
        <label className="flex min-h-11 items-center gap-2.5">
          <input
            type="checkbox"
            checked={isOn}
            onChange={(event) => turn(event.target.checked)}
            className="size-5 accent-pine"
          />
          Single keys are on
        </label>
        {GROUPS.map(({ title, keys }) => (
          <section key={title} className="stack gap-2">
            <h3 className="text-base">{title}</h3>
            <dl className="stack gap-1.5 text-sm">
              {keys.map(([key, does]) => (
                <div key={key} className="grid grid-cols-[8rem_1fr] items-baseline gap-3">
                  <dt>
                    <kbd className="rounded-sm border border-edge px-1.5 py-0.5 font-mono text-xs">{key}</kbd>
                  </dt>
                  <dd>{does}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
