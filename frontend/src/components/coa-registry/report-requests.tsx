import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { errorMessage } from '../../api/api';
import {
  getReportRequestsOptions,
  getReportRequestsQueryKey,
  requestReportMutation,
} from '../../api/generated/@tanstack/react-query.gen';
import { Button } from '../../ui/button';
import { formatCount } from '../../ui/text/figures';

interface ReportRequestsProps {
  brandName: string;
  /** As in the address, for which the server preloads the count. */
  name?: string;
}

/** How often a brand was asked to publish a report, and a button that adds one. Of brands in the registry only. */
export function ReportRequests({ brandName, name = brandName }: ReportRequestsProps) {
  const path = { brandName: name };
  const stored = useQuery(getReportRequestsOptions({ path })).data;
  const queryClient = useQueryClient();
  const status = useRef<HTMLParagraphElement>(null);
  const {
    data: counted,
    error,
    isPending,
    mutate,
  } = useMutation({
    ...requestReportMutation(),
    onSuccess: (count) => {
      queryClient.setQueryData(getReportRequestsQueryKey({ path }), count);
      // The button goes away, and the focus would go with it.
      status.current?.focus({ preventScroll: true });
    },
  });
  const count = counted?.count ?? stored?.count;
  return (
    <div className="stack gap-2">
      <p ref={status} role="status" tabIndex={-1} className="wrap-anywhere">
        {error ? errorMessage(error) : count !== undefined && sentenceOf(count, brandName, counted !== undefined)}
      </p>
      {counted === undefined && (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Button variant="secondary" size="sm" pending={isPending} onClick={() => mutate({ path })}>
            Count me too
          </Button>
          <span className="text-sm text-ink-soft noscript:hidden">
            Anonymous: we add one to this number and store nothing else.
          </span>
        </p>
      )}
    </div>
  );
}

function sentenceOf(count: number, brandName: string, isCounted: boolean): string {
  const times = count === 1 ? 'once' : `${formatCount(count)} times`;
  const sentence =
    count === 0
      ? `${brandName} has not been asked here yet to publish a lab report.`
      : `${brandName} has been asked here ${times} to publish a lab report.`;
  return isCounted ? `${sentence} Your request is counted.` : sentence;
}
