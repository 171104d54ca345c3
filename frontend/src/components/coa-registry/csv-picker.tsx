import { type ReactNode, useState } from 'react';
import { FileField } from '../../ui/fields/file-field';
import { textLink } from '../../ui/link-styles';

interface CsvPickerProps {
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

/** Chooses a CSV file. */
export function CsvPicker({ label, hint, template, maxKilobytes, error, onChoose }: CsvPickerProps) {
  const [ownProblem, setOwnProblem] = useState<string>();
  const choose = async (file: File | undefined) => {
    if (!file) return;
    const { problem, content } = await opened(file, maxKilobytes);
    setOwnProblem(problem);
    if (content) onChoose(new File([content], file.name));
  };
  return (
    <div className="stack gap-1.5 print:hidden">
      <FileField
        label={label}
        hint={
          <>
            {hint}{' '}
            <a href={template} download className={textLink}>
              Download the template
            </a>
          </>
        }
        withoutScripts="Reading a file needs JavaScript. Without it, enter the values yourself."
        prompt="Choose a CSV file"
        accept=".csv,text/csv"
        error={ownProblem ?? error}
        onChoose={choose}
        onDrop={(event) => {
          event.preventDefault();
          // A file dropped anywhere else on the form is a PDF.
          event.stopPropagation();
          void choose(event.dataTransfer.files[0]);
        }}
      />
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
