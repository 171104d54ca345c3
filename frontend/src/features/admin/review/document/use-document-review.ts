import { useState } from 'react';
import type { ConfirmedFieldDto, ReadFieldName, SubmissionInContextDto } from '../../../../api/generated/types.gen';
import type { MarkedBox } from '../../../../components/documents/document-page';
import { useDocumentView } from '../../../../components/documents/use-document-view';
import { type ComparisonLine, comparisonLines, isConfirmable, isDifference, neighbor } from './comparison-lines';

/** The confirmed fields by submission, kept while the reviewer looks at others. They are about one document only. */
const confirmations = new Map<string, { sha256: string; fields: ReadonlySet<ReadFieldName> }>();

const NONE: ReadonlySet<ReadFieldName> = new Set();

export type DocumentReview = ReturnType<typeof useDocumentReview>;

/** The state of comparing a submission with its document: the active line, the confirmed fields, and what is shown. */
export function useDocumentReview(submission: SubmissionInContextDto) {
  const { document, documentComparison } = submission;
  const view = useDocumentView(document?.pages ?? []);
  const lines = documentComparison ? comparisonLines(documentComparison) : [];
  const [activeKey, setActiveKey] = useState<string | null>(null);
  const [confirmed, confirm] = useConfirmed(submission);
  const active = lines.find(({ key }) => key === activeKey);
  const isOpen = (line: ComparisonLine) => isConfirmable(line) && !isIn(confirmed, line);
  return {
    view,
    lines,
    active,
    activate: (line: ComparisonLine) => {
      if (line.key === activeKey) return;
      setActiveKey(line.key);
      view.show(line.box);
    },
    confirmed,
    toggle: (line: ComparisonLine) => confirm(line, !isIn(confirmed, line)),
    differenceBeside: (step: 1 | -1) => neighbor(lines, activeKey, step, isDifference),
    /** Confirms the active line if possible, and returns the next line to confirm. */
    confirmAndGoOn: () => {
      if (active && isOpen(active)) confirm(active, true);
      return neighbor(lines, activeKey, 1, (line) => line !== active && isOpen(line));
    },
    marks: marksOf(lines, active, confirmed),
    /** What is sent with an approval. */
    readFields: lines.flatMap((line): ConfirmedFieldDto[] =>
      line.field && line.box && isConfirmable(line) && confirmed.has(line.field)
        ? [{ field: line.field, page: line.box.page }]
        : [],
    ),
  };
}

const isIn = (confirmed: ReadonlySet<ReadFieldName>, { field }: ComparisonLine) =>
  field !== undefined && confirmed.has(field);

/** Confirmations are dropped when another document replaces the one that was shown. */
function useConfirmed({ id, document }: SubmissionInContextDto) {
  const sha256 = document?.sha256 ?? '';
  const [, render] = useState(0);
  const stored = confirmations.get(id);
  const confirmed = stored?.sha256 === sha256 ? stored.fields : NONE;
  const confirm = ({ field }: ComparisonLine, isConfirmed: boolean) => {
    if (!field) return;
    const fields = new Set(confirmed);
    if (isConfirmed) fields.add(field);
    else fields.delete(field);
    confirmations.set(id, { sha256, fields });
    render((count) => count + 1);
  };
  return [confirmed, confirm] as const;
}

/** The active place, the differences, and the confirmed places. */
function marksOf(
  lines: readonly ComparisonLine[],
  active: ComparisonLine | undefined,
  confirmed: ReadonlySet<ReadFieldName>,
): readonly MarkedBox[] {
  return lines.flatMap((line): MarkedBox[] => {
    if (!line.box) return [];
    const { box, label } = line;
    if (isDifference(line)) return [{ box, tone: 'danger', label: `${label}: not as submitted` }];
    if (isIn(confirmed, line)) return [{ box, tone: 'success', label: `${label}: confirmed` }];
    return line === active ? [{ box, tone: 'info', label }] : [];
  });
}
