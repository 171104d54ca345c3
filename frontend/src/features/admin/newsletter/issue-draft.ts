import { getNewsletterIssueQueryKey } from '../../../api/generated/@tanstack/react-query.gen';
import type { IssueDto, NewIssueDto } from '../../../api/generated/types.gen';

/** Where the cache keeps an issue, which is the response to every change of it. */
export const storedAs = ({ id }: IssueDto) => getNewsletterIssueQueryKey({ path: { id } });

/** The content of an issue's form. */
export function draftIn(form: HTMLFormElement): NewIssueDto {
  const values = new FormData(form);
  return {
    subject: String(values.get('subject')),
    introduction: String(values.get('introduction')),
    articleIds: values.getAll('articleIds').map(String),
    batchIds: values.getAll('batchIds').map(String),
  };
}

/** Whether the form differs from the stored issue, which is what would be sent. */
export function isUnsaved(form: HTMLFormElement | null, issue: IssueDto): boolean {
  if (!form) return false;
  const { subject, introduction, articleIds, batchIds } = draftIn(form);
  return (
    subject !== issue.subject ||
    withoutReturns(introduction) !== withoutReturns(issue.introduction) ||
    !haveSame(articleIds, issue.articleIds) ||
    !haveSame(batchIds, issue.batchIds)
  );
}

/** A form sends CRLF where its text has LF. */
const withoutReturns = (text: string) => text.replaceAll('\r\n', '\n');

const haveSame = (chosen: readonly string[], stored: readonly string[]) =>
  chosen.length === stored.length && chosen.every((one) => stored.includes(one));
