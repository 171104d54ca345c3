import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { resubscribeMutation, unsubscribeMutation } from '../../api/generated/@tanstack/react-query.gen';
import { usePageMeta } from '../../hooks/use-page-meta';
import { type SubmittedForm, useSubmittedForm } from '../../hooks/use-submitted-form';
import { Button } from '../../ui/button';
import { BrokenLink, EmailLink, EmailLinkForm, Failed, isBroken } from './email-link';

/** Loading the page must change nothing, because mail scanners open links before people do. */
export function Component() {
  usePageMeta('unsubscribe');
  const [params] = useSearchParams();
  const token = params.get('token') ?? '';
  const submitted = useSubmittedForm();
  const [standing, setStanding] = useState(() => standingAfter(submitted));
  const leave = useMutation({ ...unsubscribeMutation(), onSuccess: () => setStanding('left') });
  const comeBack = useMutation({ ...resubscribeMutation(), onSuccess: () => setStanding('back') });
  const earlierError = leave.isIdle && comeBack.isIdle ? submitted?.error : null;
  const leaveError = leave.error ?? earlierError;
  const comeBackError = comeBack.error ?? earlierError;
  if (token === '' || isBroken(leaveError) || isBroken(comeBackError)) return <BrokenLink />;
  const order = { body: { token } };
  if (standing === 'left') {
    return (
      <EmailLink title="You are unsubscribed">
        <p>We won't send the newsletter to the address where you got this email anymore.</p>
        <Failed error={comeBackError} />
        <EmailLinkForm step="resubscribe" onSubmit={() => comeBack.mutate(order)}>
          <Button type="submit" variant="secondary" pending={comeBack.isPending}>
            Subscribe again
          </Button>
        </EmailLinkForm>
      </EmailLink>
    );
  }
  if (standing === 'back') {
    return (
      <EmailLink title="You are subscribed again">
        <p>You'll get the next newsletter at the address where you got this email.</p>
        <Failed error={leaveError} />
        <EmailLinkForm step="unsubscribe" onSubmit={() => leave.mutate(order)}>
          <Button type="submit" variant="secondary" pending={leave.isPending}>
            Unsubscribe
          </Button>
        </EmailLinkForm>
      </EmailLink>
    );
  }
  return (
    <EmailLink title="Unsubscribe from the newsletter">
      <p>We'll stop sending the newsletter to the address where you got this email.</p>
      <Failed error={leaveError} />
      <EmailLinkForm step="unsubscribe" onSubmit={() => leave.mutate(order)}>
        <Button type="submit" pending={leave.isPending} pendingText="Unsubscribing…">
          Unsubscribe
        </Button>
      </EmailLinkForm>
    </EmailLink>
  );
}

type Standing = 'asking' | 'left' | 'back';

/** What a form that was sent without scripts changed. */
function standingAfter(submitted: SubmittedForm<unknown> | undefined): Standing {
  if (!submitted) return 'asking';
  const isBack = submitted.values.step === 'resubscribe';
  // After a failure the same question is shown again.
  if (submitted.error) return isBack ? 'left' : 'asking';
  return isBack ? 'back' : 'left';
}
