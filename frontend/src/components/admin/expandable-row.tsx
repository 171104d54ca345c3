import { type ReactNode, useState } from 'react';
import { Badge, type BadgeTone } from '../../ui/badge';
import { Collapsible } from '../../ui/collapsible';

interface ExpandableRowProps {
  title: string;
  state: { readonly word: string; readonly tone: BadgeTone };
  /** Between the title and the facts. */
  note?: string | null | undefined;
  facts: readonly string[];
  /** Mounted only while the row is open. */
  children: ReactNode;
}

/** A row of a list that opens to show more. */
export function ExpandableRow({ title, state, note, facts, children }: ExpandableRowProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <li className="bg-surface px-4">
      <Collapsible
        look="plain"
        onToggle={(event) => setOpen(event.currentTarget.open)}
        summary={
          <span className="stack gap-1">
            <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <span className="wrap-anywhere">{title}</span>
              <Badge tone={state.tone}>{state.word}</Badge>
            </span>
            {note && <span className="text-sm font-normal">{note}</span>}
            <span className="text-sm font-normal text-ink-soft">{facts.join(' · ')}</span>
          </span>
        }
      >
        {isOpen && children}
      </Collapsible>
    </li>
  );
}
