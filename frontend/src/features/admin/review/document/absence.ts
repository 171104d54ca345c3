import type {
  DocumentState,
  QueuedSubmissionDto,
  ReviewerAbsenceCode,
  SubmissionDto,
} from '../../../../api/generated/types.gen';

/** Why a certificate is published without a PDF, and what the public then reads (decision 0048). */
export const ABSENCE_REASONS: readonly { value: ReviewerAbsenceCode; label: string; statement: string }[] = [
  {
    value: 'lab-does-not-release',
    label: "The lab doesn't give it out",
    statement: "The lab doesn't give out the PDF of this report.",
  },
  { value: 'lost', label: 'It was lost', statement: 'The PDF of this report was lost.' },
  { value: 'paper-only', label: 'There is only paper', statement: 'The lab issued this report on paper only.' },
  {
    value: 'before-documents',
    label: 'It is from before we kept PDFs',
    statement: "This certificate is from before we kept the lab's PDF.",
  },
  {
    value: 'other-evidence',
    label: 'We checked other evidence',
    statement: 'We checked this certificate with other evidence than a PDF.',
  },
];

/** What an approval is based on. */
interface Evidence {
  /** Null without a document. */
  readonly state: DocumentState | null;
  readonly awaited: SubmissionDto['awaitedDocument'];
}

export const evidenceOf = ({
  document,
  awaitedDocument,
}: Pick<SubmissionDto, 'document' | 'awaitedDocument'>): Evidence => ({
  state: document?.state ?? null,
  awaited: awaitedDocument,
});

export const evidenceOfRow = (row: Pick<QueuedSubmissionDto, 'documentState' | 'awaitedDocument'>): Evidence => ({
  state: row.documentState,
  awaited: row.awaitedDocument,
});

/** Whether the document is kept and shown, so that an approval can be based on it. */
export const isEvidence = ({ state }: Evidence) => state === 'ready' || state === 'unreadable';

/** Whether software still has to read the document. */
export const isBeingRead = ({ state }: Evidence) => state === 'received' || state === 'reading';

/** Whether the lab still has time to send the document that it named. */
export const isAwaited = ({ state, awaited }: Evidence) => state === null && awaited?.until != null;

/** Why it can't be approved yet, or null: it would be published without a document that is about to arrive. */
export function evidenceBlock(evidence: Evidence): string | null {
  if (isBeingRead(evidence)) return 'The PDF is still being read';
  return isAwaited(evidence) ? "The lab's PDF is on its way" : null;
}
