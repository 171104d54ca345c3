import { type ReactNode, useId, useState } from 'react';
import { FieldError, FieldHint } from '../../ui/fields/field';
import { textLink } from '../../ui/link-styles';

export interface CsvPickerProps {
  label: string;
  hint: ReactNode;
  /** Address of the template. */
  template: string;
  /** The server refuses larger files. */
  maxKilobytes: number;
  /** Why the file that was chosen can't be used. */
  error?: string | undefined;
  /** The file in memory, so that the chosen content is sent, even if the file changes on the disk meanwhile. */
  onChoose: (file: File) => void;
}

/** Chooses a CSV file, or takes one that is dropped on it. */
export function CsvPicker({ label, hint, template, maxKilobytes, error, onChoose }: CsvPickerProps) {
  const id = useId();
  const [ownProblem, setOwnProblem] = useState<string>();
  const problem = ownProblem ?? error;
  const choose = async (file: File | undefined) => {
    if (!file) return;
    const { problem, content } = await opened(file, maxKilobytes);
    setOwnProblem(problem);
    if (content) onChoose(new File([content], file.name));
  };
  return (
    <div className="stack gap-1.5 print:hidden">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <FieldHint id={`${id}-hint`}>
        {hint}{' '}
        <a href={template} download className={textLink}>
          Download the template
        </a>
      </FieldHint>
      <p className="hidden text-sm noscript:block">
        Reading a file needs JavaScript. Without it, enter the values yourself.
      </p>
      <div className="relative rounded-md border border-dashed border-edge bg-surface px-4 py-2.5 text-center text-sm text-ink-soft focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-pine hover:border-pine noscript:hidden">
        <span className="text-base font-medium text-pine">Choose a CSV file</span>{' '}
        <span className="whitespace-nowrap">or drop it here</span>
        <input
          id={id}
          type="file"
          accept=".csv,text/csv"
          aria-describedby={`${id}-hint${problem ? ` ${id}-error` : ''}`}
          aria-invalid={problem ? true : undefined}
          onChange={({ target }) => {
            void choose(target.files?.[0]);
            // The same file can be chosen again.
            target.value = '';
          }}
          onDrop={(event) => {
            event.preventDefault();
            // A file dropped anywhere else on the form is a PDF.
            event.stopPropagation();
            void choose(event.dataTransfer.files[0]);
          }}
          className="absolute inset-0 size-full cursor-pointer opacity-0"
        />
      </div>
      {problem && (
        <div role="alert">
          <FieldError id={`${id}-error`}>{problem}</FieldError>
        </div>
      )}
    </div>
  );
}

/** The bytes of a file, or why it can't be used. */
async function opened(file: File, maxKilobytes: number): Promise<{ problem?: string; content?: ArrayBuffer }> {
  if (file.size > maxKilobytes * 1024) {
    const limit = maxKilobytes.toLocaleString('en-US');
    return { problem: `The file is larger than ${limit} kB. Split it into smaller files.` };
  }
  try {
    return { content: await file.arrayBuffer() };
  } catch {
    return { problem: "We couldn't open this file. Choose it again." };
  }
}

/** The body of a call that takes a CSV file: its bytes, which may not be text. The generated type knows only text. */
export const csvBody = (file: File) => file as unknown as string;

/** "column: what is wrong", or what is wrong with the whole row. */
export const cellProblem = ({ field, message }: { field: string; message: string }) =>
  `${field === '' ? '' : `Column ${field}: `}${message.replace(/[.?]?$/, (end) => end || '.')}`;
