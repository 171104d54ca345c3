import { useMutation, useQuery } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { useParams } from 'react-router';
import { ApiError, errorMessage } from '../../api/api';
import { getBrandOptions, requestBrandClaimMutation } from '../../api/generated/@tanstack/react-query.gen';
import type { BrandDto } from '../../api/generated/types.gen';
import { EmailLink } from '../../components/email-link';
import { ButtonLink, TextLink } from '../../components/links';
import { RecordPage, RecordSkeleton } from '../../components/record-page';
import { usePageMeta } from '../../hooks/use-page-meta';
import { fieldErrorsOf, useSubmittedForm } from '../../hooks/use-submitted-form';
import { paths } from '../../paths';
import { Button } from '../../ui/button';
import { TextField } from '../../ui/fields/text-field';
import { Notice } from '../../ui/messages/notice';

export function Component() {
  const { brandName = '' } = useParams();
  return (
    <RecordPage
      query={useQuery(getBrandOptions({ path: { brandName } }))}
      loading={<RecordSkeleton label="Loading the brand" />}
      missing={{ head: 'brandNotFound', title: 'Brand Not Found', text: 'We have no brand with this name.' }}
      failed={{ head: 'brands', title: "We couldn't load this brand" }}
      actions={<ButtonLink to={paths.brands}>All Brands</ButtonLink>}
    >
      {(brand) => <Claim brand={brand} />}
    </RecordPage>
  );
}

/** The server checks the form, so that it says the same with and without scripts. */
function Claim({ brand: { brandName } }: { brand: BrandDto }) {
  usePageMeta('brandClaim', { brandName });
  const ask = useMutation(requestBrandClaimMutation());
  const submitted = useSubmittedForm();
  const failure = ask.error ?? (ask.isIdle ? submitted?.error : null);
  if (ask.isSuccess || (ask.isIdle && submitted && !submitted.error)) {
    return (
      <EmailLink title="Check your email">
        <p>Open the link in our email to prove your domain. It works for 7 days.</p>
        <p>No email? Check the address, and look in your spam folder.</p>
      </EmailLink>
    );
  }
  const errors = fieldErrorsOf(failure instanceof ApiError ? failure : undefined);
  const field = (name: string) => ({ name, defaultValue: submitted?.values[name], error: errors[name]?.message });

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const values = new FormData(event.currentTarget);
    const value = (name: string) => String(values.get(name) ?? '').trim();
    if (!ask.isPending) ask.mutate({ path: { brandName }, body: { domain: value('domain'), email: value('email') } });
  }

  return (
    <EmailLink title={`Are You ${brandName}?`}>
      <p>If you control the domain of this brand, you can:</p>
      <ul className="stack list-disc gap-1 ps-5 marker:text-ink-soft">
        <li>reply to each lab report once. Our staff read a reply before it is public.</li>
        <li>keep the website and contact address current.</li>
        <li>say which products you no longer make.</li>
      </ul>
      <p>None of it changes what we say about a lab test. You need no account.</p>
      <form method="post" noValidate onSubmit={submit} className="stack w-full gap-4">
        <TextField
          label="Domain of the brand"
          required
          autoComplete="off"
          hint="Such as juniper-tide.example. If it is not the one on the page of the brand, our staff decide."
          {...field('domain')}
        />
        <TextField
          label="Email address"
          type="email"
          required
          autoComplete="email"
          hint="An address at this domain proves it at once. With another one, you add a DNS record. Never public."
          {...field('email')}
        />
        {failure && (
          <Notice tone="danger" title="We couldn't send the link" role="alert">
            {Object.keys(errors).length > 0 ? 'Check the marked fields.' : errorMessage(failure)}
          </Notice>
        )}
        <Button type="submit" pending={ask.isPending} pendingText="Sending…">
          Send the Link
        </Button>
        <p className="text-sm text-ink-soft">
          See our <TextLink to={paths.privacy}>privacy policy</TextLink>.
        </p>
      </form>
    </EmailLink>
  );
}
