import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useSearchParams } from 'react-router';
import { ApiError, errorMessage } from '../../api/api';
import { createFollowMutation } from '../../api/generated/@tanstack/react-query.gen';
import { EmailLink } from '../../components/email-link';
import { StandaloneLink, TextLink } from '../../components/links';
import { usePageMeta } from '../../hooks/use-page-meta';
import { useSubmittedForm } from '../../hooks/use-submitted-form';
import { paths } from '../../paths';
import { Button } from '../../ui/button';
import { TextField } from '../../ui/fields/text-field';
import { Notice } from '../../ui/messages/notice';
import { followedIn, followedWords } from './followed';

/** Asks for an address that we tell when something changes. */
export function Component() {
  usePageMeta('follow');
  const [params] = useSearchParams();
  const submitted = useSubmittedForm();
  const [email, setEmail] = useState(submitted?.error ? (submitted.values.email ?? '') : '');
  const follow = useMutation(createFollowMutation());
  const error = follow.error ?? (follow.isIdle ? submitted?.error : null);
  const what = followedIn(params);
  if (follow.isSuccess || (follow.isIdle && submitted && !submitted.error))
    return (
      <EmailLink title="Check your email">
        <p>If you don't follow this yet, open the link in our email to confirm.</p>
        <p>
          Did you ask to follow something else in the last hour? Then use the link in the email you got for that. It
          lists everything.
        </p>
      </EmailLink>
    );
  const emailError = error instanceof ApiError ? error.fields.find(({ field }) => field === 'email') : undefined;
  function send(event: FormEvent) {
    event.preventDefault();
    if (!follow.isPending) follow.mutate({ body: { email, ...what } });
  }
  return (
    <EmailLink title="Tell me if this changes">
      <p className="text-lg font-medium wrap-anywhere">{followedWords(what)}</p>
      <ul className="stack list-disc gap-1 ps-5 marker:text-ink-soft">
        <li>
          We email you at once about a failed test, a withdrawn report, a recall, or a notice about the lab
          {what.batchId && ', and about a new report of this batch'}.
        </li>
        {what.brandName && !what.batchId && <li>Other new lab reports come in one email a week.</li>}
      </ul>
      <p className="text-ink-soft">
        No email from us doesn't mean a can is safe. We know only the lab reports in our registry. Always check the
        can's own report.
      </p>
      <form method="post" noValidate onSubmit={send} className="stack w-full gap-4">
        <TextField
          label="Email address"
          name="email"
          type="email"
          required
          maxLength={254}
          autoComplete="email"
          hint="Used only for this. You confirm by email first, and every email has a link to stop."
          value={email}
          error={emailError?.message}
          onChange={(event) => {
            setEmail(event.target.value);
            follow.reset();
          }}
        />
        {error && !emailError && (
          <Notice tone="danger" title="We couldn't save this" role="alert">
            {(error instanceof ApiError && error.fields[0]?.message) || errorMessage(error)}
          </Notice>
        )}
        <Button type="submit" pending={follow.isPending} pendingText="Sending…">
          Tell me
        </Button>
        <p className="text-sm text-ink-soft">
          For adults 21 and over. See our <TextLink to={paths.privacy}>privacy policy</TextLink>.
        </p>
      </form>
      {Object.keys(what).length > 0 && (
        <StandaloneLink to={paths.follow()}>Follow all failures and notices instead</StandaloneLink>
      )}
    </EmailLink>
  );
}
