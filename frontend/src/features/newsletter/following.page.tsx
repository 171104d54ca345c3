import { useMutation, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import {
  confirmFollowMutation,
  listFollowsOptions,
  stopFollowMutation,
} from '../../api/generated/@tanstack/react-query.gen';
import type { FollowedDto } from '../../api/generated/types.gen';
import { BrokenLink, EmailLink, EmailLinkForm, isBroken } from '../../components/email-link';
import { usePageMeta } from '../../hooks/use-page-meta';
import { type SubmittedForm, useSubmittedForm } from '../../hooks/use-submitted-form';
import { Button } from '../../ui/button';
import { MutationError } from '../../ui/messages/mutation-error';

/** What an address follows. Loading the page must change nothing, because mail scanners open links before people do. */
export function Component() {
  usePageMeta('following');
  const [params] = useSearchParams();
  const token = params.get('token') ?? '';
  const listed = useQuery({ ...listFollowsOptions({ path: { token } }), enabled: token !== '' });
  const submitted = useSubmittedForm();
  const onSuccess = () => listed.refetch();
  const confirm = useMutation({ ...confirmFollowMutation(), onSuccess });
  const stop = useMutation({ ...stopFollowMutation(), onSuccess });
  const earlierError = confirm.isIdle && stop.isIdle ? submitted?.error : null;
  const error = confirm.error ?? stop.error ?? earlierError ?? listed.error;
  if (token === '' || isBroken(error)) return <BrokenLink />;
  const follows = followsAfter(submitted, listed.data ?? []);
  if (listed.data && follows.length === 0)
    return (
      <EmailLink title="You follow nothing">
        <p>We won't send lab report news to the address where you got this email.</p>
      </EmailLink>
    );
  const isWaiting = follows.some(({ confirmed }) => !confirmed);
  return (
    <EmailLink title={isWaiting ? 'Do you want to follow this?' : 'What you follow'}>
      {isWaiting ? (
        <p>By confirming, you say that you want email about everything listed here and that you are 21 or older.</p>
      ) : (
        <p>We send news about it to the address where you got this email. Every email has a link to stop.</p>
      )}
      <MutationError error={error} />
      <ul className="w-full divide-y divide-rule border-y border-rule">
        {follows.map(({ id, label }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-3 py-3">
            <span className="min-w-0 wrap-anywhere">{label}</span>
            <EmailLinkForm step={String(id)} onSubmit={() => stop.mutate({ body: { token, followId: id } })}>
              <Button type="submit" variant="secondary" size="sm" aria-label={`Remove: ${label}`}>
                Remove
              </Button>
            </EmailLinkForm>
          </li>
        ))}
      </ul>
      {isWaiting && (
        <EmailLinkForm onSubmit={() => confirm.mutate({ body: { token } })}>
          <Button type="submit" pending={confirm.isPending} pendingText="Confirming…">
            Confirm
          </Button>
        </EmailLinkForm>
      )}
      <EmailLinkForm step="all" onSubmit={() => stop.mutate({ body: { token } })}>
        <Button type="submit" variant="secondary" pending={stop.isPending}>
          Stop everything
        </Button>
      </EmailLinkForm>
    </EmailLink>
  );
}

/** The list was read before a form that was sent without scripts was handled. */
function followsAfter(submitted: SubmittedForm<unknown> | undefined, listed: readonly FollowedDto[]) {
  if (!submitted || submitted.error) return listed;
  const { step } = submitted.values;
  if (step === 'confirm') return listed.map((one) => ({ ...one, confirmed: true }));
  return step === 'all' ? [] : listed.filter(({ id }) => String(id) !== step);
}
