import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import type { SubmissionReceiptDto } from '../../api/generated/types.gen';
import { paths } from '../../paths';
import { Button } from '../../ui/button';
import { formatLongDay } from '../../ui/days';
import { CheckIcon } from '../../ui/icons';
import { Mono } from '../../ui/mono';
import { Panel } from '../../ui/panel';

export interface ReceiptProps {
  receipt: SubmissionReceiptDto;
  title: string;
  /** What happens next. */
  children: ReactNode;
  /** Next to the link back to the database. */
  action?: ReactNode;
}

/** Confirmation of a submitted certificate, with its reference. */
export function Receipt({ receipt, title, children, action }: ReceiptProps) {
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
      <p className="text-lg">{children}</p>
      <dl className="stack gap-3">
        <div>
          <dt className="text-sm text-ink-soft">Your reference</dt>
          <dd className="text-xl">
            <Mono>{receipt.reference}</Mono>
          </dd>
        </div>
        <div>
          <dt className="text-sm text-ink-soft">We'll review it by</dt>
          <dd className="text-xl font-semibold">{formatLongDay(receipt.dueDate)}</dd>
        </div>
      </dl>
      <p className="text-sm text-ink-soft">
        We're also emailing you this reference. Please include it if you write to us about this submission.
      </p>
      <div className="flex flex-wrap gap-3">
        {action}
        <Button variant="secondary" asChild>
          <Link to={paths.coas}>Browse COAs</Link>
        </Button>
      </div>
    </Panel>
  );
}
