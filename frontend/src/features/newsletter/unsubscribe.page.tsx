import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { resubscribeMutation, unsubscribeMutation } from '../../api/generated/@tanstack/react-query.gen';
import { BrokenLink, EmailLink, EmailLinkForm, isBroken } from '../../components/email-link';
import { usePageMeta } from '../../hooks/use-page-meta';
import { type SubmittedForm, useSubmittedForm } from '../../hooks/use-submitted-form';
import { Button } from '../../ui/button';
import { MutationError } from '../../ui/messages/mutation-error';

const STEPS = {
  asking: {
    title: 'Unsubscribe from the newsletter',
    text: "We'll stop sending the newsletter to the address where you got this email.",
    step: 'unsubscribe',
    action: 'Unsubscribe',
    pendingText: 'Unsubscribing…',
  },
  left: {
    title: 'You are unsubscribed',
    text: "We won't send the newsletter to the address where you got this email anymore.",
    step: 'resubscribe',
    action: 'Subscribe again',
    variant: 'secondary',
  },
  back: {
    title: 'You are subscribed again',
    text: "You'll get the next newsletter at the address where you got this email.",
    step: 'unsubscribe',
    action: 'Unsubscribe',
    variant: 'secondary',
  },
} as const;

type Standing = keyof typeof STEPS;

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
  const { title, text, step, action, ...look } = STEPS[standing];
  const change = step === 'resubscribe' ? comeBack : leave;
  const isLinkBroken = [leave.error, comeBack.error, earlierError].some(isBroken);
  if (token === '' || isLinkBroken) return <BrokenLink />;
  return (
    <EmailLink title={title}>
      <p>{text}</p>
      <MutationError error={change.error ?? earlierError} />
      <EmailLinkForm step={step} onSubmit={() => change.mutate({ body: { token } })}>
        <Button type="submit" pending={change.isPending} {...look}>
          {action}
        </Button>
      </EmailLinkForm>
    </EmailLink>
  );
}

/** What a form that was sent without scripts changed. */
function standingAfter(submitted: SubmittedForm<unknown> | undefined): Standing {
  if (!submitted) return 'asking';
  const isBack = submitted.values.step === 'resubscribe';
  // After a failure the same question is shown again.
  if (submitted.error) return isBack ? 'left' : 'asking';
  return isBack ? 'back' : 'left';
}
