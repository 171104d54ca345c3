import { useQuery } from '@tanstack/react-query';
import type { FormEvent, Ref } from 'react';
import { useNavigate } from 'react-router';
import { ApiError } from '../../../api/api';
import { getNewsletterPreviewQueryKey } from '../../../api/generated/@tanstack/react-query.gen';
import {
  changeNewsletterIssueMutation,
  createNewsletterIssueMutation,
  getNewsletterChoicesOptions,
} from '../../../api/generated/@tanstack/react-query-staff.gen';
import type { IssueDto, NewIssueDto, NewsletterChoicesDto } from '../../../api/generated/types.gen';
import { SaveError } from '../../../components/admin/save-error';
import { useChange } from '../../../components/admin/use-change';
import { QueryResult } from '../../../components/query-result';
import { paths } from '../../../paths';
import { Button } from '../../../ui/button';
import { CheckboxGroup } from '../../../ui/fields/checkbox-group';
import { TextField } from '../../../ui/fields/text-field';
import { TextareaField } from '../../../ui/fields/textarea-field';
import { draftIn, storedAs } from './issue-draft';

interface IssueEditorProps {
  /** Undefined for an issue that is not stored yet. */
  issue?: IssueDto;
  onReload?: () => void;
  /** The form, for components that need its content. */
  form?: Ref<HTMLFormElement>;
}

export function IssueEditor(props: IssueEditorProps) {
  const choices = useQuery({ ...getNewsletterChoicesOptions(), staleTime: 0 });
  return (
    <QueryResult
      query={choices}
      loadingLabel="Loading articles and certificates"
      errorTitle="We couldn't load the articles and certificates"
    >
      {(found) => <IssueForm {...props} choices={found} />}
    </QueryResult>
  );
}

/** Creates the issue, or changes the one that is stored. */
function useSaveIssue(issue: IssueDto | undefined) {
  const navigate = useNavigate();
  const afterwards = {
    storedAs,
    onDone: ({ id }: IssueDto) => {
      if (!issue) navigate(paths.staff.issue(id), { replace: true });
    },
    done: { title: 'Saved' },
    refetch: issue ? [getNewsletterPreviewQueryKey({ path: { id: issue.id } })] : [],
  };
  const create = useChange(createNewsletterIssueMutation(), afterwards);
  const change = useChange(changeNewsletterIssueMutation(), afterwards);
  const { error, isPending } = issue ? change : create;
  const save = (body: NewIssueDto) => {
    if (issue) change.mutate({ path: { id: issue.id }, body: { ...body, version: issue.version } });
    else create.mutate({ body });
  };
  return { error, isPending, save };
}

function IssueForm({ issue, onReload, form, choices }: IssueEditorProps & { choices: NewsletterChoicesDto }) {
  const { error, isPending, save } = useSaveIssue(issue);
  const fieldError = (field: string) =>
    error instanceof ApiError ? error.fields.find((one) => one.field === field)?.message : undefined;
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    save(draftIn(event.currentTarget));
  };
  return (
    <form ref={form} onSubmit={send} className="stack gap-5">
      <TextField
        label="Subject"
        name="subject"
        required
        maxLength={120}
        defaultValue={issue?.subject}
        error={fieldError('subject')}
      />
      <TextareaField
        label="Introduction"
        name="introduction"
        required
        rows={8}
        maxLength={5000}
        hint="Plain text. A blank line starts a new paragraph."
        defaultValue={issue?.introduction}
        error={fieldError('introduction')}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-2">
        <CheckboxGroup
          legend="Articles"
          className="max-h-128 overflow-y-auto p-1"
          name="articleIds"
          options={choices.articles.map(({ id, title }) => ({ value: id, label: title }))}
          defaultValue={issue?.articleIds}
          error={fieldError('articleIds')}
        />
        <CheckboxGroup
          legend="Certificates published since the last issue"
          className="max-h-128 overflow-y-auto p-1"
          name="batchIds"
          options={certificateOptions(choices, issue)}
          hint={choices.certificates.length === 0 ? 'No new ones.' : undefined}
          defaultValue={issue?.batchIds}
          error={fieldError('batchIds')}
        />
      </div>
      <SaveError error={error} onReload={onReload} />
      <Button
        type="submit"
        variant={issue ? 'secondary' : 'primary'}
        className="justify-self-start"
        pending={isPending}
        pendingText="Saving…"
      >
        Save draft
      </Button>
    </form>
  );
}

/** The certificates that can be chosen. Those that a draft chose earlier stay listed, also when they are no longer new. */
function certificateOptions({ certificates }: NewsletterChoicesDto, issue: IssueDto | undefined) {
  const listed = new Set(certificates.map(({ reference }) => reference));
  const older = (issue?.batchIds ?? []).filter((chosen) => !listed.has(chosen));
  return [
    ...older.map((chosen) => ({ value: chosen, label: chosen, description: 'Chosen earlier' })),
    ...certificates.map(({ reference, batchId, productName, brandName }) => ({
      value: reference,
      label: productName,
      description: `${brandName}, batch ${batchId}`,
    })),
  ];
}
