import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { errorMessage } from '../../api/api';
import { openSandboxMutation, requestSandboxMutation } from '../../api/generated/@tanstack/react-query.gen';
import type { SandboxKeyDto } from '../../api/generated/types.gen';
import { Breadcrumbs } from '../../components/breadcrumbs';
import { ButtonLink, TextLink } from '../../components/links';
import { usePageMeta } from '../../hooks/use-page-meta';
import { useSubmittedForm } from '../../hooks/use-submitted-form';
import { paths } from '../../paths';
import { Button } from '../../ui/button';
import { TextField } from '../../ui/fields/text-field';
import { CopyIcon } from '../../ui/icons';
import { Notice } from '../../ui/messages/notice';
import { Mono } from '../../ui/mono';
import { copyText } from '../../ui/sharing/copy-text';
import { formatLongDay } from '../../ui/text/days';

/** Asks for a test key, and shows it to the person who opens the link of the email. */
export function Component() {
  usePageMeta('sandbox');
  const [params] = useSearchParams();
  const token = params.get('token');
  return (
    <div className="stack max-w-text gap-8">
      <header className="stack gap-4">
        <Breadcrumbs
          links={[
            { to: paths.home, label: 'Home' },
            { to: paths.labs, label: 'For Labs' },
          ]}
          current="Sandbox"
        />
        <h1>Try the API in the Sandbox</h1>
        <p className="text-lg text-ink-soft">
          With a test key, your program can send, correct, amend, and withdraw certificates and get webhooks, as in the
          registry. Nothing you send becomes public, and we delete it after 30 days. The{' '}
          <TextLink to={paths.labs}>guide for labs</TextLink> leads from the key to the first certificate.
        </p>
      </header>
      {token === null ? <Request /> : <Open key={token} token={token} />}
    </div>
  );
}

function Request() {
  const request = useMutation(requestSandboxMutation());
  const submitted = useSubmittedForm();
  const email = request.variables?.body.email ?? submitted?.values.email ?? '';
  const error = request.error ?? (request.isIdle ? submitted?.error : null);
  if (request.isSuccess || (submitted && !error)) {
    return (
      <Result title="Check your email">
        <p>
          We sent a link to <strong className="wrap-anywhere">{email}</strong>. It works once, for 24 hours. If nothing
          arrives, check your spam folder, or correct the address and ask again.
        </p>
        <Button variant="secondary" onClick={() => request.reset()}>
          Use another address
        </Button>
      </Result>
    );
  }
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const typed = new FormData(event.currentTarget).get('email');
    request.mutate({ body: { email: String(typed).trim() } });
  }
  return (
    <form method="post" noValidate onSubmit={submit} className="stack max-w-md gap-5">
      <TextField
        label="Email"
        name="email"
        type="email"
        required
        autoComplete="email"
        hint="We send the link to your sandbox there, and nothing else."
        defaultValue={email}
        error={error == null ? undefined : errorMessage(error)}
      />
      <Button type="submit" pending={request.isPending} pendingText="Sending…">
        Send Me a Link
      </Button>
    </form>
  );
}

function Open({ token }: { token: string }) {
  const open = useMutation(openSandboxMutation());
  const submitted = useSubmittedForm<SandboxKeyDto>();
  const issued = open.data ?? submitted?.answer;
  const error = open.error ?? (open.isIdle ? submitted?.error : null);
  if (issued) return <TestKey issued={issued} />;
  if (error != null) {
    return (
      <Result title="This link doesn't open a sandbox">
        <p>{errorMessage(error)}</p>
        <ButtonLink to={paths.sandbox}>Ask for a new link</ButtonLink>
      </Result>
    );
  }
  // Loading the page must change nothing, because mail scanners open links before people do.
  function submit(event: FormEvent) {
    event.preventDefault();
    open.mutate({ body: { token } });
  }
  return (
    <form method="post" onSubmit={submit} className="stack justify-items-start gap-4">
      <p>The next page shows your test key, once. Have a place ready where you can keep it.</p>
      <Button type="submit" pending={open.isPending} pendingText="Opening…">
        Open the Sandbox
      </Button>
    </form>
  );
}

function TestKey({ issued: { key, expiresAt } }: { issued: SandboxKeyDto }) {
  const copy = () =>
    copyText(key, {
      copied: { title: 'Key copied' },
      failed: { title: "Couldn't copy the key", description: 'Select it and copy it.' },
    });
  return (
    <Result title="Your sandbox is open">
      <Notice
        tone="caution"
        title="Copy this key now. You won't see it again."
        actions={
          <Button size="sm" icon={<CopyIcon className="size-4.5" />} onClick={copy}>
            Copy key
          </Button>
        }
      >
        <p className="text-base text-ink select-all">
          <Mono>{key}</Mono>
        </p>
        <p className="mt-2">
          It works until {formatLongDay(expiresAt.slice(0, 10))}. Then we delete what you sent with it, and you can open
          another sandbox.
        </p>
      </Notice>
      <p>
        Continue in the <TextLink to={paths.labs}>guide for labs</TextLink>, with this key in place of{' '}
        <Mono>coa_live_…</Mono>
      </p>
    </Result>
  );
}

/** Its heading takes the focus, because it replaces what was there. */
function Result({ title, children }: { title: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className="stack justify-items-start gap-4">
      <h2 ref={heading} tabIndex={-1}>
        {title}
      </h2>
      {children}
    </section>
  );
}
