import { useMutation, useQuery } from '@tanstack/react-query';
import type { FormEvent, ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { ApiError, errorMessage } from '../../api/api';
import { getBrandDeskOptions } from '../../api/generated/@tanstack/react-query.gen';
import { client } from '../../api/generated/client.gen';
import type { BrandAccessDto, BrandDeskDto, BrandRequestDto, ContactChangeDto } from '../../api/generated/types.gen';
import { EmailLink } from '../../components/email-link';
import { ButtonLink, TextLink } from '../../components/links';
import { usePageMeta } from '../../hooks/use-page-meta';
import { fieldErrorsOf, useSubmittedForm } from '../../hooks/use-submitted-form';
import { pathOf } from '../../pages';
import { paths } from '../../paths';
import { Button } from '../../ui/button';
import { DataList } from '../../ui/data-list';
import { TextField } from '../../ui/fields/text-field';
import { TextareaField } from '../../ui/fields/textarea-field';
import { EmptyState } from '../../ui/messages/empty-state';
import { Notice } from '../../ui/messages/notice';
import { Mono } from '../../ui/mono';
import { Section } from '../../ui/section';
import { formatDay, formatLongDay } from '../../ui/text/days';
import { type DeskStep, deskCall } from './desk-call';

type Values = Readonly<Record<string, string>>;
type Answer = Partial<BrandAccessDto & ContactChangeDto> | undefined;

/** What the holder of a link from our email does for a brand. Loading it changes nothing, because mail scanners open links. */
export function Component() {
  usePageMeta('brandDesk');
  const [params, setParams] = useSearchParams();
  const token = params.get('token') ?? '';
  const desk = useQuery({ ...getBrandDeskOptions({ path: { token } }), enabled: token !== '' });
  const form = useDeskForm(token, async (answer) => {
    if (answer?.token) setParams({ token: answer.token }, { replace: true });
    else await desk.refetch();
  });
  if (token === '' || desk.error) return <NoDesk error={desk.error} />;
  if (!desk.data) return <EmailLink title="Your brand">Loading…</EmailLink>;
  const { brandName, domain, provenUntil, accepted } = desk.data;
  if (provenUntil === null) return <Prove desk={desk.data} form={form} />;
  if (!accepted) {
    return (
      <EmailLink title="A person reads your claim">
        <p>
          You proved that you control {domain}. It is not the domain that we have for {brandName}, so our staff decide
          within 3 business days. Then we email you.
        </p>
      </EmailLink>
    );
  }
  return <Desk desk={desk.data} form={form} />;
}

/** The forms of the page, whether they were sent with or without scripts. */
function useDeskForm(token: string, onDone: (answer: Answer) => Promise<void> | void) {
  const submitted = useSubmittedForm<Answer>();
  const send = useMutation({
    mutationFn: async (values: Values) => {
      const { url, payload } = deskCall(token, values);
      const headers = { 'content-type': 'application/json' };
      const { data } = await client.post<{ 200: Answer }, unknown, true>({
        url,
        body: payload,
        headers,
        throwOnError: true,
      });
      return data as Answer;
    },
    onSuccess: onDone,
  });
  const before = send.isIdle ? submitted : undefined;
  const values = send.variables ?? before?.values ?? {};
  const error = send.error ?? before?.error;
  const isDone = send.isSuccess || (before !== undefined && !before.error);
  return { values, error, isDone, isPending: send.isPending, answer: send.data ?? before?.answer, send: send.mutate };
}

type DeskForm = ReturnType<typeof useDeskForm>;

function NoDesk({ error }: { error: unknown }) {
  if (error instanceof ApiError && error.code === 'brand-link-used') {
    return (
      <EmptyState headingLevel={1} title="This link was used">
        It proved your domain. Open the link in our second email, or ask for a new one on the page of the brand.
      </EmptyState>
    );
  }
  const isOver = error === null || (error instanceof ApiError && [400, 404].includes(error.status));
  return (
    <EmptyState
      headingLevel={1}
      title={isOver ? "This link doesn't work" : "We couldn't load this page"}
      actions={<ButtonLink to={paths.brands}>All Brands</ButtonLink>}
    >
      {isOver
        ? 'Part of it is missing, or it is over. Open it from the email again, or ask for a new one on the page of the brand.'
        : errorMessage(error)}
    </EmptyState>
  );
}

function Prove({ desk: { brandName, domain, record }, form }: { desk: BrandDeskDto; form: DeskForm }) {
  if (form.isDone && form.answer?.token) {
    return (
      <EmailLink title="Your domain is proven">
        <p>We sent you an email with the link to this page.</p>
        <ButtonLink to={`${pathOf('brandDesk')}?token=${form.answer.token}`}>Continue</ButtonLink>
      </EmailLink>
    );
  }
  return (
    <EmailLink title={`Do you speak for ${brandName}?`}>
      {record ? (
        <>
          <p>To prove that you control {domain}, add this record to its DNS. Keep it until we find it.</p>
          <DataList
            items={[
              { label: 'Type', value: 'TXT' },
              { label: 'Name', value: <Mono className="wrap-anywhere">{record.name}</Mono> },
              { label: 'Text', value: <Mono className="wrap-anywhere">{record.text}</Mono> },
            ]}
          />
        </>
      ) : (
        <p>You opened a link that we sent to an address at {domain}. That proves the domain.</p>
      )}
      <StepForm step="prove" form={form} submitLabel={record ? 'Check the Record' : 'Prove My Domain'} />
    </EmailLink>
  );
}

const DONE: Readonly<Record<DeskStep, string>> = {
  prove: 'Your domain is proven.',
  reply: 'We have your reply. A person reads it within 3 business days.',
  withdraw: 'Your reply is withdrawn.',
  contact: 'A person confirms your new contact data within 3 business days.',
  discontinue: 'The page of the product says so.',
  continue: 'The page of the product no longer says so.',
};

function Desk({ desk, form }: { desk: BrandDeskDto; form: DeskForm }) {
  const { brandName, domain, provenUntil, requests, discontinued } = desk;
  const step = form.values.step as DeskStep;
  return (
    <div className="stack max-w-text gap-10">
      <header className="stack gap-3">
        <h1 className="wrap-anywhere">{brandName}</h1>
        <p>
          You speak for this brand because you control {domain}. The proof counts until{' '}
          {formatLongDay((provenUntil ?? '').slice(0, 10))}.{' '}
          <TextLink to={paths.brand(brandName)}>See its page</TextLink>
        </p>
        {form.isDone && (
          <Notice role="status">
            {step === 'contact' && form.answer?.changed ? 'Your contact data is changed.' : DONE[step]}
          </Notice>
        )}
      </header>
      <Section id="reply" title="Reply to a lab report">
        <p>
          Each lab report has one reply. A new one replaces it. It is shown below our judgment, as your words, and
          changes nothing else.
        </p>
        <StepForm step="reply" form={form} submitLabel="Send Reply">
          <TextField
            label="Reference of the lab report"
            required
            hint="Such as CB-7K3M-9QXD"
            {...fieldOf(form, 'reply', 'reference')}
          />
          <TextareaField
            label="Your reply"
            required
            rows={5}
            hint="10 to 600 characters. No email addresses, phone numbers or links, and nothing about people."
            {...fieldOf(form, 'reply', 'text')}
          />
        </StepForm>
      </Section>
      {requests.length > 0 && (
        <Section id="sent" title="What you sent">
          <ul className="divide-y divide-rule border-y border-rule">
            {requests.map((request) => (
              <Sent key={`${request.sentAt} ${request.kind}`} request={request} form={form} />
            ))}
          </ul>
        </Section>
      )}
      <Section id="contact" title="Contact data">
        <p>At {domain} we change it at once. Elsewhere, a person looks first.</p>
        <StepForm step="contact" form={form} submitLabel="Change Contact Data">
          <TextField label="Website" type="url" required {...fieldOf(form, 'contact', 'website')} />
          <TextField label="Public email address" type="email" required {...fieldOf(form, 'contact', 'contactEmail')} />
        </StepForm>
      </Section>
      <Section id="products" title="Products you no longer make">
        <p>The page of the product says that you say so, with the day.</p>
        {discontinued.map(({ productName, saidOn }) => (
          <div key={productName} className="flex flex-wrap items-center justify-between gap-3">
            <span className="min-w-0 wrap-anywhere">
              {productName} ({formatDay(saidOn)})
            </span>
            <StepForm step="continue" form={form} hidden={{ productName }} submitLabel="We Make It" isSmall />
          </div>
        ))}
        <StepForm step="discontinue" form={form} submitLabel="We No Longer Make It">
          <TextField
            label="Product"
            required
            hint="Its name, as on its page"
            {...fieldOf(form, 'discontinue', 'productName')}
          />
        </StepForm>
      </Section>
    </div>
  );
}

const STATES: Readonly<Record<BrandRequestDto['state'], string>> = {
  waiting: 'Waits for us',
  accepted: 'Accepted',
  refused: 'Not accepted',
  withdrawn: 'Withdrawn',
  replaced: 'Replaced by a newer one',
};

function Sent({ request, form }: { request: BrandRequestDto; form: DeskForm }) {
  const { kind, certificate, text, website, contactEmail, state, reason, sentAt } = request;
  const isReply = kind === 'reply' && certificate !== null;
  return (
    <li className="stack gap-1 py-3">
      <p className="font-medium">
        {isReply ? <TextLink to={paths.certificate(certificate)}>{certificate}</TextLink> : 'Contact data'}:{' '}
        {isReply && state === 'accepted' ? 'Published' : STATES[state]}
      </p>
      <p className="wrap-anywhere">{text ?? [website, contactEmail].filter(Boolean).join(', ')}</p>
      {reason && <p className="wrap-anywhere">Why: {reason}</p>}
      <p className="text-sm text-ink-soft">Sent on {formatDay(sentAt.slice(0, 10))}</p>
      {isReply && (state === 'waiting' || state === 'accepted') && (
        <StepForm step="withdraw" form={form} hidden={{ reference: certificate }} submitLabel="Withdraw" isSmall />
      )}
    </li>
  );
}

/** What was typed into a form that was not accepted, and what is wrong with it. */
function fieldOf(form: DeskForm, step: DeskStep, name: string) {
  if (form.values.step !== step || !form.error) return { name };
  const errors = fieldErrorsOf(form.error instanceof ApiError ? form.error : undefined);
  return { name, defaultValue: form.values[name], error: errors[name]?.message };
}

interface StepFormProps {
  step: DeskStep;
  form: DeskForm;
  hidden?: Values;
  submitLabel: string;
  isSmall?: boolean;
  children?: ReactNode;
}

/** One of the page's forms. The server checks it, so that it says the same with and without scripts. */
function StepForm({ step, form, hidden = {}, submitLabel, isSmall = false, children }: StepFormProps) {
  const isOwn =
    form.values.step === step && Object.entries(hidden).every(([name, value]) => form.values[name] === value);
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const target = event.currentTarget;
    const typed = [...new FormData(target)].map(([name, value]) => [name, String(value).trim()]);
    if (!form.isPending) form.send(Object.fromEntries(typed), { onSuccess: () => target.reset() });
  }
  return (
    <form method="post" noValidate onSubmit={submit} className="stack gap-4">
      {Object.entries({ step, ...hidden }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
      {isOwn && form.error && (
        <Notice tone="danger" role="alert">
          {errorMessage(form.error)}
        </Notice>
      )}
      <div>
        <Button
          type="submit"
          variant={isSmall ? 'secondary' : 'primary'}
          size={isSmall ? 'sm' : 'md'}
          pending={isOwn && form.isPending}
          pendingText="Sending…"
        >
          {submitLabel}
        </Button>
      </div>
    </form>
  );
}
