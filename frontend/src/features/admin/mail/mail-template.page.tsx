import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { getMailTemplateOptions } from '../../../api/generated/@tanstack/react-query-staff.gen';
import type { MailTemplateExampleDto } from '../../../api/generated/types.gen';
import { Breadcrumbs } from '../../../components/breadcrumbs';
import { QueryResult } from '../../../components/query-result';
import { paths } from '../../../paths';
import { DataList } from '../../../ui/data-list';
import { Mono } from '../../../ui/mono';
import { Section } from '../../../ui/section';

export function Component() {
  const { kind = '' } = useParams();
  const template = useQuery(getMailTemplateOptions({ path: { kind } }));
  return (
    <QueryResult
      query={template}
      loadingLabel="Loading the template"
      errorTitle="We couldn't load this template"
      headingLevel={1}
    >
      {(found) => <Example template={found} />}
    </QueryResult>
  );
}

function Example({ template: { kind, description, subject, to, text } }: { template: MailTemplateExampleDto }) {
  return (
    <div className="stack gap-6">
      <Breadcrumbs
        links={[
          { to: paths.staff.mail, label: 'Email' },
          { to: paths.staff.mailTemplates, label: 'Email templates' },
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
        <Section id="formatted" title="Formatted" className="stack content-start gap-3" headingClassName="text-xl">
          {/* Emails have inline styles, which our CSP forbids, so they are shown as a page in a sandboxed frame. */}
          <iframe
            title={`The email “${subject}”`}
            sandbox=""
            src={`/api/staff/mail-templates/${encodeURIComponent(kind)}/page`}
            className="h-[48rem] w-full rounded-lg border border-rule"
          />
        </Section>
        <Section id="plain" title="Text" className="stack content-start gap-3" headingClassName="text-xl">
          <pre className="rounded-lg border border-rule bg-surface p-4 font-mono text-sm whitespace-pre-wrap wrap-anywhere">
            {text}
          </pre>
        </Section>
      </div>
    </div>
  );
}
