import { type ReactNode, useEffect, useRef } from 'react';
import { CheckIcon } from '../ui/icons';
import { Mono } from '../ui/mono';
import { Panel } from '../ui/panel';

export interface ReceiptPanelProps {
  title: string;
  /** What happens next. */
  lead: ReactNode;
  reference: string;
  /** Another fact, below the reference. */
  fact: { readonly label: string; readonly value: string };
  note: ReactNode;
  actions: ReactNode;
}

/** Confirms what a person sent, with its reference. It replaces the form, so its heading takes the focus. */
export function ReceiptPanel({ title, lead, reference, fact, note, actions }: ReceiptPanelProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <Panel as="section" className="mx-auto grid max-w-text justify-items-start gap-5">
      <span className="grid size-12 place-items-center rounded-[50%] bg-leaf-soft text-leaf">
        <CheckIcon className="size-7" />
      </span>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      <p className="text-lg">{lead}</p>
      <dl className="stack gap-3">
        <div>
          <dt className="text-sm text-ink-soft">Your reference</dt>
          <dd className="text-xl">
            <Mono>{reference}</Mono>
          </dd>
        </div>
        <div>
          <dt className="text-sm text-ink-soft">{fact.label}</dt>
          <dd className="text-xl font-semibold wrap-anywhere">{fact.value}</dd>
        </div>
      </dl>
      <p className="text-sm text-ink-soft">{note}</p>
      <div className="flex flex-wrap gap-3">{actions}</div>
    </Panel>
  );
}
