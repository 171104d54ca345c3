import { useMutation } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { confirmSubscriptionMutation } from '../../api/generated/@tanstack/react-query.gen';
import { BrokenLink, EmailLink, EmailLinkForm, isBroken } from '../../components/email-link';
import { usePageMeta } from '../../hooks/use-page-meta';
import { useSubmittedForm } from '../../hooks/use-submitted-form';
import { Button } from '../../ui/button';
import { MutationError } from '../../ui/messages/mutation-error';

/** Loading the page must change nothing, because mail scanners open links before people do. */
export function Component() {
  usePageMeta('confirmNewsletter');
  const [params] = useSearchParams();
  const token = params.get('token') ?? '';
  const confirm = useMutation(confirmSubscriptionMutation());
  const submitted = useSubmittedForm();
  const error = confirm.error ?? (confirm.isIdle ? submitted?.error : null);
  if (token === '' || isBroken(error)) return <BrokenLink />;
  if (confirm.isSuccess || (submitted && !error)) {
    return (
      <EmailLink title="You are on the list">
        <p>You'll get the next newsletter at the address where you got this email.</p>
      </EmailLink>
    );
  }
  return (
    <EmailLink title="Confirm your subscription">
      <p>By confirming, you say that you want our newsletter and that you are 21 or older.</p>
      <MutationError error={error} />
      <EmailLinkForm onSubmit={() => confirm.mutate({ body: { token } })}>
        <Button type="submit" pending={confirm.isPending} pendingText="Confirming…">
          Confirm
        </Button>
      </EmailLinkForm>
    </EmailLink>
  );
}
