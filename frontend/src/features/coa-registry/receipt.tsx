import type { ReactNode } from 'react';
import type { SubmissionReceiptDto } from '../../api/generated/types.gen';
import { ButtonLink } from '../../components/links';
import { ReceiptPanel } from '../../components/receipt-panel';
import { paths } from '../../paths';
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
          <ButtonLink to={paths.coas} variant="secondary">
            Browse COAs
          </ButtonLink>
        </>
      }
    />
  );
}
