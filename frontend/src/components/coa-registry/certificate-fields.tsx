import type { ReactNode } from 'react';
import type { Form } from '../../hooks/use-form';
import { DateField } from '../../ui/fields/date-field';
import { NumberField } from '../../ui/fields/number-field';
import { TextField } from '../../ui/fields/text-field';
import { TextareaField } from '../../ui/fields/textarea-field';
import { type CertificateContentForm, milligramsOf } from './certificate-values';

/**
 * Registration, first value and error of each control.
 * @param focused name of the field that takes the focus when the page is loaded
 */
export function certificateControls<Values extends CertificateContentForm>(form: Form<Values>, focused?: string) {
  type Name = keyof Values & string;
  const error = (name: Name) => form.errors[name]?.message;
  const defaultValue = (name: Name) => form.defaultValues[name] as string | number;
  return {
    text: (name: Name) => ({
      ...form.register(name),
      defaultValue: defaultValue(name),
      autoFocus: name === focused,
      error: error(name),
      noteId: readNoteId(name),
    }),
    milligrams: (name: Name) => ({
      ...form.register(name, milligramsOf),
      defaultValue: defaultValue(name),
      autoFocus: name === focused,
      error: error(name),
      noteId: readNoteId(name),
      min: 0,
      max: 1000,
      step: 0.1,
      unit: 'mg',
      required: true,
    }),
  };
}

/** Id of the element for the value that the lab's document has for a field. */
export const readNoteId = (name: string) => `read-${name}`;

type Name = keyof CertificateContentForm;

interface Controls {
  text: (name: Name) => object;
  milligrams: (name: Name) => object;
}

/**
 * The product fields of a certificate, used when submitting, correcting and amending.
 * @param children more about the lab's report
 */
export function ProductFields({ text, milligrams, children }: Controls & { children?: ReactNode }) {
  return (
    <>
      <TextField
        label="Product name"
        required
        hint="As on the label, with the dose, for example “Yuzu Seltzer 5 mg”."
        {...text('productName')}
      />
      <TextField label="Batch/Lot ID" required hint="Exactly as printed on the container." {...text('batchId')} />
      <div className="grid gap-5 sm:grid-cols-2">
        <NumberField label="THC content (mg per container)" {...milligrams('thcContent')} />
        <NumberField label="CBD content (mg per container)" {...milligrams('cbdContent')} />
      </div>
      <div className="grid gap-5 sm:grid-cols-2">
        <DateField label="Test date" required {...text('testDate')} />
        <TextField label="Lab name" required {...text('labName')} />
      </div>
      {children}
      <TextField
        label="Certificate file"
        type="url"
        placeholder="https://"
        hint="Link to the lab's own file online. We publish it with the report."
        {...text('coaFileUrl')}
      />
      <TextareaField label="Notes" hint="For the reviewer. We don't publish these." {...text('notes')} />
    </>
  );
}

export function WebsiteField({ text }: Pick<Controls, 'text'>) {
  return <TextField label="Website" type="url" autoComplete="url" placeholder="https://" {...text('website')} />;
}
