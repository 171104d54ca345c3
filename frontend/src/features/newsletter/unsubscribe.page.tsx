import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { resubscribeMutation, unsubscribeMutation } from '../../api/generated/@tanstack/react-query.gen';
import { usePageMeta } from '../../hooks/use-page-meta';
import { Button } from '../../ui/button';
import { BrokenLink, EmailLink, Failed, isBroken } from './email-link';

/** Loading the page must change nothing, because mail scanners open links before people do. */
export function Component() {
  usePageMeta('unsubscribe');
  const [params] = useSearchParams();
  const token = params.get('token') ?? '';
  const [standing, setStanding] = useState<'asking' | 'left' | 'back'>('asking');
  const leave = useMutation({ ...unsubscribeMutation(), onSuccess: () => setStanding('left') });
  const comeBack = useMutation({ ...resubscribeMutation(), onSuccess: () => setStanding('back') });
  if (token === '' || isBroken(leave.error) || isBroken(comeBack.error)) return <BrokenLink />;
  const order = { body: { token } };
  if (standing === 'left') {
    return (
      <EmailLink title="You are unsubscribed">
        <p>We won't send the newsletter to the address where you got this email anymore.</p>
        <Failed error={comeBack.error} />
        <Button variant="secondary" pending={comeBack.isPending} onClick={() => comeBack.mutate(order)}>
          Subscribe again
        </Button>
      </EmailLink>
    );
  }
  if (standing === 'back') {
    return (
      <EmailLink title="You are subscribed again">
        <p>You'll get the next newsletter at the address where you got this email.</p>
        <Failed error={leave.error} />
        <Button variant="secondary" pending={leave.isPending} onClick={() => leave.mutate(order)}>
          Unsubscribe
        </Button>
      </EmailLink>
    );
  }
  return (
    <EmailLink title="Unsubscribe from the newsletter">
      <p>We'll stop sending the newsletter to the address where you got this email.</p>
      <Failed error={leave.error} />
      <Button pending={leave.isPending} pendingText="Unsubscribing…" onClick={() => leave.mutate(order)}>
        Unsubscribe
      </Button>
    </EmailLink>
  );
}
