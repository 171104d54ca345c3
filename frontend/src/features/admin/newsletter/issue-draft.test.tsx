import type { IssueDto } from '../../../api/generated/types.gen';
import { isUnsaved } from './issue-draft';

const issue = {
  subject: 'What labs found',
  introduction: 'Three came in.\n\nOne is weak.',
  articleIds: ['a', 'b'],
  batchIds: ['1'],
} as unknown as IssueDto;

const checkbox = (name: string, value: string, isChecked: boolean) => {
  const input = Object.assign(document.createElement('input'), { type: 'checkbox', name, value });
  input.checked = isChecked;
  return input;
};

function formOf({ subject = issue.subject, introduction = issue.introduction, articles = 'ab', batches = '1' } = {}) {
  const form = document.createElement('form');
  form.append(
    Object.assign(document.createElement('input'), { name: 'subject', value: subject }),
    Object.assign(document.createElement('textarea'), { name: 'introduction', value: introduction }),
    ...['b', 'a', 'c'].map((id) => checkbox('articleIds', id, articles.includes(id))),
    ...['1', '2'].map((id) => checkbox('batchIds', id, batches.includes(id))),
  );
  return form;
}

it('finds no difference where the form says what is stored, in whatever order, or is not there', () => {
  expect(isUnsaved(formOf(), issue)).toBe(false);
  expect(isUnsaved(null, issue)).toBe(false);
});

it.each([
  ['another subject', { subject: 'What labs found in May' }],
  ['another introduction', { introduction: 'Three came in.' }],
  ['one article more', { articles: 'abc' }],
  ['one article less', { articles: 'a' }],
  ['another article', { articles: 'ac' }],
  ['another certificate', { batches: '2' }],
])('finds %s', (_, changed) => {
  expect(isUnsaved(formOf(changed), issue)).toBe(true);
});
