import { cleanup, render, screen } from '@testing-library/react';
import { DocumentStatus } from './document-status';
import type { FileProblem } from './upload-document';

afterEach(cleanup);

const IN_A_DIALOG = { ready: 'ready', unreadable: 'unreadable', slow: 'slow' };

const sentenceOf = (problem: FileProblem, sentences?: typeof IN_A_DIALOG) => {
  const state = { step: 'unusable', name: 'report.pdf', problem } as const;
  const none = () => {};
  render(<DocumentStatus state={state} onRetry={none} onRemove={none} {...(sentences && { sentences })} />);
  const [sentence] = screen.getAllByRole('status');
  return sentence?.textContent;
};

it.each([
  ['too-large', true],
  ['not-secure', true],
  ['not-a-pdf', false],
] as const)('%s: offers a link where the form has one (%s)', (problem, hasAlternative) => {
  expect(sentenceOf(problem)?.endsWith('You can add a link instead.')).toBe(hasAlternative);
});

it.each(['too-large', 'not-secure', 'not-a-pdf', 'not-readable'] as const)('%s: no link in a dialog', (problem) => {
  const sentence = sentenceOf(problem, IN_A_DIALOG);
  expect(sentence).toMatch(/\.$/);
  expect(sentence).not.toMatch(/link/i);
});
