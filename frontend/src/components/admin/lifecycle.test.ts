import { lifecycleLabel } from './lifecycle';

it.each([
  [{ submissionStatus: 'rejected', takenBack: true }, 'Withdrawn by the lab'],
  [{ submissionStatus: 'rejected', takenBack: false }, 'Rejected'],
  [{ submissionStatus: 'approved', takenBack: false }, 'Published'],
  [{ submissionStatus: 'changes_requested', takenBack: false }, 'Waiting for the submitter'],
] as const)('%j reads "%s"', (certificate, label) => {
  expect(lifecycleLabel(certificate)).toBe(label);
});
