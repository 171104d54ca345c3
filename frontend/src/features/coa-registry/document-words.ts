import type {
  CertificateSource,
  CoaDocumentDto,
  DocumentState,
  FieldProvenanceDto,
  ReadFieldName,
} from '../../api/generated/types.gen';
import { formatCount } from '../../ui/text/figures';

// Texts of the certificate's page about the lab's PDF.

export const SENDERS: Record<CertificateSource, string> = {
  submitter: 'the submitter',
  lab: 'the lab',
  staff: 'our staff',
};

const FIELDS: Record<ReadFieldName, string> = {
  brandName: 'Brand',
  productName: 'Product',
  batchId: 'Batch',
  thcContent: 'THC',
  cbdContent: 'CBD',
  testDate: 'Test date',
  labName: 'Lab',
  labReportId: 'Lab report',
};

/** Every field with the source of its value. */
export const originsOf = (provenance: readonly FieldProvenanceDto[]) =>
  provenance.map((one) => ({ label: FIELDS[one.field], value: originWords(one) }));

function originWords({ origin, page, confirmedBy }: FieldProvenanceDto): string {
  if (origin === 'lab_system') return "Sent by the lab's own system";
  if (origin === 'staff') return 'Entered by our staff';
  if (origin === 'typed') return 'Typed by the submitter';
  const confirmed = confirmedBy ? `, confirmed by ${SENDERS[confirmedBy]}` : '';
  return `Read by software on page ${page} of the PDF${confirmed}`;
}

/** `1 page`, `3 pages`. */
export const pagesOf = (count: number) => `${formatCount(count)} ${count === 1 ? 'page' : 'pages'}`;

const NOT_READ: Record<string, string> = {
  'password-protected': 'It needs a password to open.',
  damaged: 'A part of the file is damaged.',
  'too-many-pages': 'It has too many pages.',
  'too-complex': 'Reading it took too long.',
};

export interface StateNote {
  readonly tone: 'info' | 'caution';
  readonly title: string;
  readonly text: string;
}

/** What visitors must know about the state of the PDF. Null if there is no problem. */
export function noteOn({ state, damaged, refusal, removal }: CoaDocumentDto): StateNote | null {
  if (damaged && state !== 'removed') {
    return {
      tone: 'caution',
      title: 'Our copy of this PDF is damaged',
      text: 'It no longer has the SHA-256 that it had when it arrived, so we do not give it out. The record above has not changed.',
    };
  }
  return NOTES[state]({ refusal, removal });
}

type Reasons = Pick<CoaDocumentDto, 'refusal' | 'removal'>;

const STILL_READ = () => ({
  tone: 'info' as const,
  title: 'We are still reading this document',
  text: 'Its pages and the download appear here once that is done. Look again in a few minutes.',
});

const NOTES: Record<DocumentState, (reasons: Reasons) => StateNote | null> = {
  received: STILL_READ,
  reading: STILL_READ,
  ready: () => null,
  unreadable: ({ refusal }) => ({
    tone: 'info',
    title: 'Software could not read this PDF',
    text: `${NOT_READ[refusal?.code ?? ''] ?? ''} There are no pictures of its pages here, and no value was read from it. You can download it as it came.`.trim(),
  }),
  refused: () => ({
    tone: 'caution',
    title: 'We did not keep the PDF that was sent',
    text: 'It was not a plain PDF and could do harm. Its SHA-256 stays here, to tell whether a file is the same.',
  }),
  removed: ({ removal }) => ({
    tone: 'caution',
    title: 'We removed this document',
    text: `${removal?.reason ?? ''} Its SHA-256 stays here, to tell whether a file is the same. The record above has not changed.`.trim(),
  }),
};
