import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { errorMessage } from '../../../api/api';
import { getMailTemplateOptions } from '../../../api/generated/@tanstack/react-query-staff.gen';
import type { MailTemplateExampleDto } from '../../../api/generated/types.gen';
import { paths } from '../../../paths';
import { Breadcrumbs } from '../../../ui/breadcrumbs';
import { DataList } from '../../../ui/data-list';
import { ErrorState } from '../../../ui/error-state';
import { Mono } from '../../../ui/mono';
import { Loading, Skeleton } from '../../../ui/skeleton';

export function Component() {
  const { kind = '' } = useParams();
  const template = useQuery(getMailTemplateOptions({ path: { kind } }));
  if (template.isError) {
    return (
      <ErrorState headingLevel={1} title="We couldn't load this template" onRetry={() => template.refetch()}>
        {errorMessage(template.error)}
      </ErrorState>
    );
  }
  if (template.isPending) {
    return (
      <Loading label="Loading the template">
        <Skeleton className="h-96 w-full" />
      </Loading>
    );
  }
  return <Example template={template.data} />;
}

function Example({ template: { kind, description, subject, to, text } }: { template: MailTemplateExampleDto }) {
  return (
    <div className="stack gap-6">
      <Breadcrumbs
        links={[
          <Link key="mail" to={paths.staff.mail}>
            Email
          </Link>,
          <Link key="templates" to={paths.staff.mailTemplates}>
            Email templates
          </Link>,
        ]}
        current={kind}
      />
      <h1 className="text-2xl wrap-anywhere">{description}</h1>
      <DataList
        items={[
          { label: 'Subject', value: subject },
          { label: 'To', value: to },
          { label: 'Name', value: <Mono>{kind}</Mono> },
        ]}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <section aria-labelledby="formatted" className="stack content-start gap-3">
          <h2 id="formatted" className="text-xl">
            Formatted
          </h2>
          {/* Emails have inline styles, which our CSP forbids, so they are shown as a page in a sandboxed frame. */}
          <iframe
            title={`The email “${subject}”`}
            sandbox=""
            src={`/api/staff/mail-templates/${encodeURIComponent(kind)}/page`}
            className="h-[48rem] w-full rounded-lg border border-rule"
          />
        </section>
        <section aria-labelledby="plain" className="stack content-start gap-3">
          <h2 id="plain" className="text-xl">
            Text
          </h2>
          <pre className="rounded-lg border border-rule bg-surface p-4 font-mono text-sm whitespace-pre-wrap wrap-anywhere">
            {text}
          </pre>
        </section>
      </div>
    </div>
  );
}
