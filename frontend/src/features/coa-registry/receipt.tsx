import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { SubmissionReceiptDto } from '../../api/generated/types.gen';
import { ReceiptPanel } from '../../components/receipt-panel';
import { paths } from '../../paths';
import { Button } from '../../ui/button';
import { formatLongDay } from '../../ui/text/days';

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
  return (
    <ReceiptPanel
      title={title}
      lead={children}
      reference={receipt.reference}
      fact={{ label: "We'll review it by", value: formatLongDay(receipt.dueDate) }}
      note="We're also emailing you this reference. Please include it if you write to us about this submission."
      actions={
        <>
          {action}
          <Button variant="secondary" asChild>
            <Link to={paths.coas}>Browse COAs</Link>
          </Button>
        </>
      }
    />
  );
}
