import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useCallback, useState } from 'react';
import { useSearchParams } from 'react-router';
import { ApiError, errorMessage } from '../../api/api';
import { sendContactMessageMutation } from '../../api/generated/@tanstack/react-query.gen';
import type { ContactReceiptDto, ContactTopic } from '../../api/generated/types.gen';
import { ButtonLink, TextLink } from '../../components/links';
import { ReceiptPanel } from '../../components/receipt-panel';
import { useForm } from '../../hooks/use-form';
import { useLazyResolver } from '../../hooks/use-lazy-resolver';
import { usePageMeta } from '../../hooks/use-page-meta';
import { fieldErrorsOf, useSubmittedForm } from '../../hooks/use-submitted-form';
import { paths } from '../../paths';
import { Button } from '../../ui/button';
import { SelectField } from '../../ui/fields/select-field';
import { TextField } from '../../ui/fields/text-field';
import { TextareaField } from '../../ui/fields/textarea-field';
import { Notice } from '../../ui/messages/notice';
import { type ContactForm, defaultValues, TOPICS } from './contact-values';

interface Sent {
  readonly receipt: ContactReceiptDto;
  readonly email: string;
}

export function Component() {
  usePageMeta('contact');
  const [params, setParams] = useSearchParams();
  const submitted = useSubmittedForm<ContactReceiptDto>();
  const [sent, setSent] = useState<Sent | null>(() =>
    submitted?.answer ? { receipt: submitted.answer, email: submitted.values.email ?? '' } : null,
  );
  if (!sent) return <Write key={params.toString()} defaults={defaultValues(params)} onSent={setSent} />;
  const again = () => {
    setParams({}, { replace: true });
    setSent(null);
  };
  return <Received sent={sent} onAgain={again} />;
}

function Write({ defaults, onSent }: { defaults: ContactForm; onSent: (sent: Sent) => void }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-14 gap-y-8 lg:grid-cols-[minmax(0,42fr)_minmax(0,26fr)]">
      <header className="stack gap-3 lg:col-span-2">
        <h1>Contact</h1>
        <p className="max-w-text text-lg text-ink-soft">
          Write to us. A person reads every message and replies by email.
        </p>
        <p className="max-w-text">
          Emergency? Don't wait for our reply. The <TextLink to={paths.emergency}>emergency page</TextLink> has the
          numbers to call.
        </p>
      </header>
      <MessageForm defaults={defaults} onSent={onSent} />
      <OtherContacts />
    </div>
  );
}

function MessageForm({ defaults, onSent }: { defaults: ContactForm; onSent: (sent: Sent) => void }) {
  const submitted = useSubmittedForm();
  const refused = submitted?.error && submitted;
  const initial: ContactForm = { ...defaults, ...refused?.values };
  const prefill = defaults.message;
  const { resolver, preload } = useLazyResolver(
    useCallback(() => import('./contact.schema').then(({ contactResolver }) => contactResolver(prefill)), [prefill]),
  );
  const form = useForm<ContactForm>({
    resolver,
    defaultValues: initial,
    errors: fieldErrorsOf(refused?.error),
  });
  const send = useMutation({
    ...sendContactMessageMutation(),
    onSuccess: (receipt, { body }) => onSent({ receipt, email: body.email }),
    onError: (error) => {
      for (const { field, message } of error instanceof ApiError ? error.fields : []) {
        if (field in defaults) form.setError(field as keyof ContactForm, { message }, { shouldFocus: true });
      }
    },
  });
  const submit = form.handleSubmit(({ name, topic, ...rest }) =>
    send.mutate({ body: { ...rest, topic: topic as ContactTopic, ...(name && { name }) } }),
  );
  const field = (name: keyof ContactForm) => ({
    ...form.register(name),
    defaultValue: initial[name],
    // Browsers focus it when they load the page; otherwise the form does.
    autoFocus: refused?.error?.fields[0]?.field === name,
    error: form.errors[name]?.message,
  });
  const failure = send.error ?? (send.isIdle ? refused?.error : null);

  return (
    <form method="post" noValidate onFocus={preload} onSubmit={submit} className="stack content-start gap-5">
      <p className="text-sm text-ink-soft">Fields marked * are required.</p>
      <SelectField
        label="What is it about?"
        required
        options={[{ value: '', label: 'Choose a topic' }, ...TOPICS]}
        {...field('topic')}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label="Email"
          type="email"
          required
          autoComplete="email"
          hint="We use it only to confirm and answer your message."
          {...field('email')}
        />
        <TextField label="Name" autoComplete="name" hint="What should we call you?" {...field('name')} />
      </div>
      <TextareaField label="Message" required rows={9} hint="10 to 4,000 characters." {...field('message')} />
      {failure && (
        <Notice tone="danger" title="We couldn't send your message" role="alert">
          {errorMessage(failure)} Your message is still here.
        </Notice>
      )}
      <Button type="submit" size="lg" pending={send.isPending} pendingText="Sending...">
        Send Message
      </Button>
    </form>
  );
}

function OtherContacts() {
  return (
    <aside aria-labelledby="other-ways" className="stack content-start gap-5 lg:border-s lg:border-rule lg:ps-8">
      <h2 id="other-ways" className="text-xl">
        You may be looking for
      </h2>
      <Hint title="A new lab report">
        Use <TextLink to={paths.submitCoa}>Submit COA</TextLink>. The form asks for everything we need to review it.
      </Hint>
      <Hint title="A correction">
        Tell us the batch or page, what it says now, what it should say, and where we can check that.
      </Hint>
      <Hint title="Your data">
        To see, correct or delete your data, or to leave the newsletter, tell us which email address it's about. The{' '}
        <TextLink to={paths.privacy}>Privacy Policy</TextLink> explains what we keep.
      </Hint>
    </aside>
  );
}

function Hint({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="stack gap-1">
      <h3 className="font-sans text-base font-semibold tracking-normal">{title}</h3>
      <p className="text-sm text-ink-soft">{children}</p>
    </div>
  );
}

function Received({ sent: { receipt, email }, onAgain }: { sent: Sent; onAgain: () => void }) {
  return (
    <ReceiptPanel
      title="Message Received"
      lead={receipt.message}
      reference={receipt.reference}
      fact={{ label: "We'll reply to", value: email }}
      note="Keep this reference and include it if you write to us again about this."
      actions={
        <>
          <ButtonLink to={paths.home}>Back to Home</ButtonLink>
          <Button variant="secondary" onClick={onAgain}>
            Write Another Message
          </Button>
        </>
      }
    />
  );
}
