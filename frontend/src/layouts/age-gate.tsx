import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import {
  getAgeVerificationStatusOptions,
  getAgeVerificationStatusQueryKey,
  verifyAgeMutation,
} from '../api/generated/@tanstack/react-query.gen';
import { paths } from '../paths';
import { SITE } from '../site';
import { Button } from '../ui/button';
import { Notice } from '../ui/notice';
import { Spinner } from '../ui/spinner';
import { Wordmark } from '../ui/wordmark';
import { usePageMeta } from './use-page-meta';

/** Where those under 21 are sent: anywhere but here. */
const ELSEWHERE = 'https://www.google.com/';

/** Stands in front of the site: a spinner while unknown, the gate for those who have not confirmed, the site for the rest. */
export function AgeGate() {
  const status = useQuery(getAgeVerificationStatusOptions());
  const { pathname } = useLocation();
  if (status.isPending) {
    return (
      <div className="grid min-h-dvh place-items-center">
        <Spinner label="Loading the site" />
      </div>
    );
  }
  if (!status.data?.verified) return <Gate unreachable={status.isError} />;
  return pathname === paths.ageGate ? <Navigate to={paths.home} replace /> : <Outlet />;
}

function Gate({ unreachable }: { unreachable: boolean }) {
  const queryClient = useQueryClient();
  const heading = useRef<HTMLHeadingElement>(null);
  usePageMeta('ageGate');
  useEffect(() => heading.current?.focus(), []);
  const enter = useMutation({
    ...verifyAgeMutation(),
    onSuccess: (answer) => queryClient.setQueryData(getAgeVerificationStatusQueryKey(), answer),
  });

  return (
    <main className="mx-auto flex min-h-dvh max-w-text flex-col px-gutter py-8">
      <Wordmark name={SITE.name} />
      <div className="my-auto stack gap-5 py-8">
        <h1 ref={heading} tabIndex={-1}>
          Age Verification Required
        </h1>
        <p className="text-lg">
          You must be 21 or older to access educational content about hemp-derived Delta-9 THC products.
        </p>
        <Notice tone="caution" title="Drink responsibly">
          THC drinks intoxicate. Do not drive or operate machinery after one, and keep them away from children and pets.
        </Notice>
        <p className="text-sm text-ink-soft">
          By entering, you confirm that you are 21+ years of age and agree to view educational content only.
        </p>
        {(enter.isError || unreachable) && (
          <Notice tone="danger" title="That did not work" role="alert">
            Your answer could not be saved. Please check your connection and press the button again.
          </Notice>
        )}
      </div>
      <div className="grid gap-3 sm:grid-cols-2">
        <Button
          size="lg"
          variant="secondary"
          pending={enter.isPending}
          pendingText="Verifying..."
          onClick={() => enter.mutate({ body: { verified: true } })}
        >
          I'm 21+ - Enter Site
        </Button>
        <Button size="lg" variant="secondary" asChild>
          <a href={ELSEWHERE} rel="noreferrer">
            Under 21 - Exit
          </a>
        </Button>
      </div>
    </main>
  );
}
