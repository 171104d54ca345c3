import { useMutation } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { confirmSubscriptionMutation } from '../../api/generated/@tanstack/react-query.gen';
import { usePageMeta } from '../../hooks/use-page-meta';
import { Button } from '../../ui/button';
import { BrokenLink, EmailLink, Failed, isBroken } from './email-link';

/** Loading the page must change nothing, because mail scanners open links before people do. */
export function Component() {
  usePageMeta('confirmNewsletter');
  const [params] = useSearchParams();
  const token = params.get('token') ?? '';
  const confirm = useMutation(confirmSubscriptionMutation());
  if (token === '' || isBroken(confirm.error)) return <BrokenLink />;
  if (confirm.isSuccess) {
    return (
      <EmailLink title="You are on the list">
        <p>You'll get the next newsletter at the address where you got this email.</p>
      </EmailLink>
    );
  }
  return (
    <EmailLink title="Confirm your subscription">
      <p>By confirming, you say that you want our newsletter and that you are 21 or older.</p>
      <Failed error={confirm.error} />
      <Button pending={confirm.isPending} pendingText="Confirming…" onClick={() => confirm.mutate({ body: { token } })}>
        Confirm
      </Button>
    </EmailLink>
  );
}
