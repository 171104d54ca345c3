import type { ReactNode, Ref } from 'react';
import { errorMessage } from '../../api/api';
import { Button } from '../../ui/button';
import { cx } from '../../ui/cx';
import { CheckIcon, CopyIcon, StopIcon, WarningIcon } from '../../ui/icons';
import { Spinner } from '../../ui/messages/spinner';
import { copyHash } from './copy-hash';
import type { DocumentState } from './send-document';
import type { FileProblem } from './upload-document';

export interface DocumentStatusProps {
  state: DocumentState;
  /** What still has to be done with it. */
  note?: string | null;
  /** The note says why something can't be done yet. */
  isBlocked?: boolean;
  onRetry: () => void;
  onRemove: () => void;
  /** The text shown outside of the public form. */
  sentences?: Sentences;
  /** Takes the focus when something still has to be done here. */
  ref?: Ref<HTMLDivElement>;
}

interface Sentences {
  readonly ready: string;
  /** Follows the reason. */
  readonly unreadable: string;
  readonly slow: string;
  /** Follows a problem that another PDF may not solve. */
  readonly alternative?: string;
}

const IN_THE_FORM: Sentences = {
  ready: 'The PDF is attached.',
  unreadable: 'It is attached all the same. Enter the values yourself.',
  slow: 'Reading the PDF takes longer than usual. You can go on, and submit the form without waiting.',
  alternative: 'You can add a link instead.',
};

const PROBLEMS: Record<FileProblem, string> = {
  'too-large': 'This file is larger than 10 MB. Choose a smaller PDF.',
  'not-a-pdf': 'This file is not a PDF. Choose the PDF that the lab sent.',
  'not-readable': "We couldn't open this file. Choose it again.",
  'not-secure': "Your browser can't send files from this page, because its address is not secure.",
};

function problemSentence(problem: FileProblem, { alternative }: Sentences): string {
  const needsAlternative = problem === 'too-large' || problem === 'not-secure';
  return needsAlternative && alternative ? `${PROBLEMS[problem]} ${alternative}` : PROBLEMS[problem];
}

interface Shown {
  sign: ReactNode;
  sentence: string;
  tone?: 'problem';
}

function shown(state: DocumentState, sentences: Sentences): Shown {
  const spinner = <Spinner label={null} className="size-5" />;
  const problem = <StopIcon className="size-5 text-clay" />;
  switch (state.step) {
    case 'unusable':
      return { sign: problem, sentence: problemSentence(state.problem, sentences), tone: 'problem' };
    case 'hashing':
      return { sign: spinner, sentence: 'Preparing the PDF…' };
    case 'sending':
      return { sign: spinner, sentence: 'Sending the PDF…' };
    case 'reading':
      return {
        sign: spinner,
        sentence: state.isSlow ? sentences.slow : 'Reading the PDF…',
      };
    case 'failed':
      return { sign: problem, sentence: errorMessage(state.error), tone: 'problem' };
    case 'read':
      return shownDocument(state.document, sentences);
  }
}

function shownDocument(
  { state, refusal }: Extract<DocumentState, { step: 'read' }>['document'],
  sentences: Sentences,
): Shown {
  const reason = refusal?.message ?? '';
  if (state === 'ready') return { sign: <CheckIcon className="size-5 text-leaf" />, sentence: sentences.ready };
  if (state === 'unreadable') {
    return {
      sign: <WarningIcon className="size-5 text-citrus-ink" />,
      sentence: `${reason} ${sentences.unreadable}`,
    };
  }
  return {
    sign: <StopIcon className="size-5 text-clay" />,
    sentence: `${reason} We did not keep it.`,
    tone: 'problem',
  };
}

const ACTION = { size: 'sm', variant: 'quiet' } as const;

/** The chosen PDF: its progress in one sentence, and the available actions. */
export function DocumentStatus(props: DocumentStatusProps) {
  const { state, note, isBlocked, sentences = IN_THE_FORM, onRetry, onRemove, ref } = props;
  const { sign, sentence, tone } = shown(state, sentences);
  return (
    <div
      ref={ref}
      tabIndex={-1}
      className={cx('stack gap-2 rounded-md border bg-surface p-4', tone || isBlocked ? 'border-clay' : 'border-rule')}
    >
      <p className="font-medium wrap-anywhere">{state.name}</p>
      <div className="flex items-start gap-2 text-sm">
        <span className="mt-px">{sign}</span>
        <p role="status" className="min-w-0 wrap-anywhere">
          {sentence}
        </p>
      </div>
      {state.step === 'sending' && <UploadProgress share={state.share} />}
      {/* Announced apart from the state, because it changes with every confirmed value. */}
      <p role="status" className={cx('text-sm empty:hidden', isBlocked ? 'font-medium text-clay' : 'text-ink-soft')}>
        {note}
      </p>
      {'file' in state && (
        <p className="text-sm text-ink-soft">
          SHA-256{' '}
          <code title={state.file.sha256} className="font-mono text-ink">
            {state.file.sha256.slice(0, 8)}…{state.file.sha256.slice(-8)}
          </code>
        </p>
      )}
      <div className="-ms-3 flex flex-wrap">
        {state.step === 'failed' && (
          <Button {...ACTION} onClick={onRetry}>
            Try again
          </Button>
        )}
        <Button {...ACTION} onClick={onRemove}>
          Remove the PDF
        </Button>
        {'file' in state && (
          <Button {...ACTION} icon={<CopyIcon className="size-4.5" />} onClick={() => copyHash(state.file.sha256)}>
            Copy the SHA-256
          </Button>
        )}
      </div>
    </div>
  );
}

function UploadProgress({ share }: { share: number }) {
  return (
    <div className="flex items-center gap-3">
      <progress value={share} aria-label="Sent" className="h-2 w-full accent-pine" />
      <span className="w-11 text-end text-sm tabular-nums">{Math.floor(share * 100)}%</span>
    </div>
  );
}
