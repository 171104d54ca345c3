import {
  type KeyboardEvent,
  type Ref,
  type SyntheticEvent,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import { getUploadedDocument } from '../../api/generated/sdk-site.gen';
import { readNoteId } from '../../components/coa-registry/certificate-fields';
import type { SubmitCertificateForm } from '../../components/coa-registry/certificate-values';
import type { MarkedBox } from '../../components/documents/document-page';
import { DocumentStatus } from '../../components/documents/document-status';
import { DocumentViewer } from '../../components/documents/document-viewer';
import type { PageBox } from '../../components/documents/page-boxes';
import {
  type FoundValue,
  isPrefilled,
  PREFILLED_FIELDS,
  type PrefilledField,
} from '../../components/documents/prefill';
import { type OfferedLine, offeredLines } from '../../components/documents/result-lines';
import { ResultLines } from '../../components/documents/result-lines-table';
import type { DocumentCalls, DocumentState } from '../../components/documents/send-document';
import { useDocumentUpload } from '../../components/documents/use-document-upload';
import type { Form } from '../../hooks/use-form';
import { useMediaQuery } from '../../hooks/use-media-query';
import { accessOf, bodyOf, type LabReportBody, notSentReason, progressNote } from './lab-report-sending';
import { FIELD_LABELS, into, ReadNote } from './read-note';
import { usePrefill } from './use-prefill';

/** What the form around the field needs from it. */
export interface LabReportHandle {
  onChange: (event: SyntheticEvent) => void;
  /** A field was filled in from elsewhere, such as a spreadsheet, so its value is not the document's. */
  onFilled: (name: string) => void;
  onFocus: (event: SyntheticEvent) => void;
  onKeyDown: (event: KeyboardEvent) => void;
  /** Shows why the form can't be sent yet, where something still has to be done. @returns false if it can */
  refuse: () => boolean;
  /** Shows the server's error about the document. */
  showError: (message: string) => void;
  /** What the form sends about the document. */
  body: () => LabReportBody;
  /** Proof that the sender of the form uploaded the document. */
  access: () => string | undefined;
}

export interface LabReportPanelProps {
  file: File | undefined;
  onRemove: () => void;
  form: Form<SubmitCertificateForm>;
  aside: HTMLElement | null;
  /** Result lines that were sent before. */
  earlierLines: number;
  ref: Ref<LabReportHandle>;
}

const addressOf = (sha256: string) => `/api/documents/${sha256}`;

/** The public calls: a document's sender may see it. */
const CALLS: DocumentCalls = {
  put: addressOf,
  get: async (sha256, access, signal) => {
    const { data } = await getUploadedDocument({ path: { sha256 }, query: { access }, signal, throwOnError: true });
    return data;
  },
};

const pageSrc = ({ file, access }: ReadState, page: number) =>
  `${addressOf(file.sha256)}/pages/${page}.png?access=${encodeURIComponent(access ?? '')}`;

const nameOf = ({ target }: SyntheticEvent) => (target instanceof HTMLInputElement ? target.name : '');

/** Handles the chosen PDF: sends it, fills in the form from it, and shows its pages. */
export function LabReportPanel({ file, onRemove, form, aside, earlierLines, ref }: LabReportPanelProps) {
  const { state, choose, retry, remove } = useDocumentUpload(CALLS);
  const values = usePrefill(form);
  const [lines, setLines] = useState<readonly OfferedLine[]>([]);
  const [focused, setFocused] = useState<PrefilledField | null>(null);
  /** Why the form was not sent. Cleared when the state of the document changes. */
  const [blocked, setBlocked] = useState<{ step: string | undefined; reason: string } | null>(null);
  const status = useRef<HTMLDivElement>(null);
  const isWide = useMediaQuery('(width >= 64rem)');
  const read = state?.step === 'read' && state.document.state === 'ready' ? state : undefined;

  // biome-ignore lint/correctness/useExhaustiveDependencies: only another file starts it
  useEffect(() => {
    if (!file) return;
    values.clear();
    setLines([]);
    setBlocked(null);
    choose(file);
  }, [file]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a document fills the form once
  useEffect(() => {
    if (!read) return;
    values.fill(read.document.fields, read.document.candidates);
    setLines(offeredLines(read.document.rows));
  }, [read]);

  const confirmByKey = (field: PrefilledField) => {
    const next = values.confirm(field);
    if (next) form.setFocus(next);
  };
  /** On a phone, a field with the focus would open the keyboard. */
  const confirmByClick = (field: PrefilledField) => {
    const next = values.confirm(field);
    if (next) document.querySelector<HTMLElement>(`[data-confirm="${next}"]`)?.focus();
    else status.current?.focus();
  };

  const block = (reason: string) => {
    setBlocked({ step: state?.step, reason });
    status.current?.focus();
  };

  useImperativeHandle(ref, () => ({
    onChange: (event) => values.onTyped(nameOf(event)),
    onFilled: values.onTyped,
    onFocus: (event) => {
      const name = nameOf(event);
      if (isPrefilled(name)) setFocused(name);
    },
    onKeyDown: (event) => {
      const name = nameOf(event);
      if (!event.altKey || event.key !== 'Enter' || !isPrefilled(name)) return;
      event.preventDefault();
      // Holding the key down repeats it, and would confirm the next values before anyone has seen them.
      if (!event.repeat && values.unconfirmed.includes(name)) confirmByKey(name);
    },
    refuse: () => {
      const reason = notSentReason(state);
      if (reason) block(reason);
      return reason !== null || values.refuse();
    },
    showError: block,
    body: () => bodyOf(state, values.readFields, lines),
    access: () => accessOf(state),
  }));

  if (!state) return null;
  const isBlocked = blocked?.step === state.step;
  return (
    <>
      <DocumentStatus
        ref={status}
        state={state}
        note={isBlocked ? blocked.reason : values.found && progressNote(values.found, values.unconfirmed.length)}
        isBlocked={isBlocked}
        onRetry={retry}
        onRemove={() => {
          values.clear();
          setLines([]);
          remove();
          onRemove();
        }}
      />
      {read && (
        <FieldNotes
          state={read}
          values={values}
          hasPictures={!isWide}
          onConfirm={confirmByClick}
          onTake={(field) => {
            values.take(field);
            form.setFocus(field);
          }}
          onChoose={(field, choice) => {
            form.setValue(field, choice.value);
            form.clearErrors(field);
            values.onTyped(field);
            form.setFocus(field);
          }}
        />
      )}
      {read &&
        lines.length > 0 &&
        into(
          readNoteId('testResults'),
          <ResultLines
            {...{ lines }}
            onChange={setLines}
            pages={read.document.pages}
            srcOf={(page) => pageSrc(read, page)}
            earlier={earlierLines}
          />,
        )}
      {read && isWide && aside && createPortal(<Pages {...{ values, focused }} state={read} />, aside)}
    </>
  );
}

type Prefilled = ReturnType<typeof usePrefill>;
type ReadState = Extract<DocumentState, { step: 'read' }>;

interface FieldNotesProps {
  state: ReadState;
  values: Prefilled;
  /** Each field shows its own part of the page. */
  hasPictures: boolean;
  onConfirm: (field: PrefilledField) => void;
  onTake: (field: PrefilledField) => void;
  onChoose: (field: PrefilledField, choice: FoundValue) => void;
}

/** What the document says about each field, at the field. */
function FieldNotes({ state, values, hasPictures, onConfirm, onTake, onChoose }: FieldNotesProps) {
  return PREFILLED_FIELDS.map((field) => {
    const { match, comparison, choices } = values.noteOf(field);
    const pictureOf = ({ page }: PageBox) => {
      const size = state.document.pages.find(({ number }) => number === page);
      return size && { src: pageSrc(state, page), size };
    };
    const picture = match && hasPictures ? pictureOf(match.box) : undefined;
    return (
      <ReadNote
        key={field}
        {...{ field, match, comparison, picture, choices, pictureOf }}
        onChoose={(choice) => onChoose(field, choice)}
        onConfirm={() => onConfirm(field)}
        onTake={() => onTake(field)}
      />
    );
  });
}

interface PagesProps {
  state: ReadState;
  values: Prefilled;
  focused: PrefilledField | null;
}

/** The pages of the document, with the places that values were read from. */
function Pages({ state, values, focused }: PagesProps) {
  const { pages, pageCount } = state.document;
  const found = values.found ?? [];
  const boxes = found.flatMap(({ field, box }): MarkedBox[] => {
    if (!isPrefilled(field)) return [];
    const isDifferent = values.noteOf(field).comparison === 'differs';
    return [{ box, tone: isDifferent ? 'caution' : 'info', label: FIELD_LABELS[field] }];
  });
  return (
    <DocumentViewer
      pages={pages}
      pageCount={pageCount ?? pages.length}
      srcOf={(page) => pageSrc(state, page)}
      boxes={boxes}
      focusedBox={found.find(({ field }) => field === focused)?.box ?? null}
    />
  );
}
