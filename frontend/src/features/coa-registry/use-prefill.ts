import { useState } from 'react';
import type { SubmitCertificateForm } from '../../components/coa-registry/certificate-values';
import {
  comparisonOf,
  type FoundValue,
  formValueOf,
  foundFor,
  isPrefilled,
  isSameValue,
  nextUnconfirmed,
  type Origins,
  type Prefill,
  type PrefilledField,
  prefill,
  readFieldsOf,
  unconfirmedIn,
  withoutDocument,
} from '../../components/documents/prefill';
import type { Form } from '../../hooks/use-form';

const UNCONFIRMED = 'unconfirmed';
const NOT_CONFIRMED = 'Check this value against the PDF and confirm it, or change it.';

/** Which values of the form came from a document, and whether a person confirmed them. */
export function usePrefill(form: Form<SubmitCertificateForm>) {
  const [found, setFound] = useState<readonly FoundValue[] | null>(null);
  const [candidates, setCandidates] = useState<readonly FoundValue[]>([]);
  const [origins, setOrigins] = useState<Origins>({});
  const typed = useTypedFields(form);
  /** Renders again: the form keeps its values outside of React. */
  const [, setChanges] = useState(0);
  const current = { values: form.getValues(), origins, typed };

  const apply = ({ values, origins }: Prefill) => {
    setOrigins(origins);
    for (const [field, value] of Object.entries(values) as [PrefilledField, string | number][]) {
      form.setValue(field, value);
      form.clearErrors(field);
    }
  };
  return {
    /** Null if no document was read. */
    found,
    unconfirmed: unconfirmedIn(origins),
    noteOf: (field: PrefilledField) => {
      const choices = candidates.filter((value) => value.field === field);
      const chosen = choices.find(({ value }) => isSameValue(field, current.values[field], value));
      const match = foundFor(found ?? [], field) ?? chosen;
      return { match, comparison: comparisonOf(field, match, current), choices: match ? [] : choices };
    },
    /** @returns how many fields were filled in */
    fill: (values: readonly FoundValue[], choices: readonly FoundValue[]) => {
      const filled = prefill(values, { values: form.getValues(), origins, typed });
      setFound(values);
      setCandidates(choices);
      apply(filled);
      return Object.keys(filled.values).length;
    },
    clear: () => {
      setFound(null);
      setCandidates([]);
      apply(withoutDocument(origins));
    },
    /** @returns the field to look at next; undefined after the last */
    confirm: (field: PrefilledField) => {
      setOrigins({ ...origins, [field]: 'confirmed' });
      form.clearErrors(field);
      return nextUnconfirmed(origins, field);
    },
    /** Replaces the field's value with the document's. Choosing it also confirms it. */
    take: (field: PrefilledField) => {
      const match = foundFor(found ?? [], field);
      if (match)
        apply({ values: { [field]: formValueOf(field, match) }, origins: { ...origins, [field]: 'confirmed' } });
    },
    onTyped: (name: string) => {
      if (!isPrefilled(name)) return;
      typed.add(name);
      if (form.errors[name]?.type === UNCONFIRMED) form.clearErrors(name);
      setOrigins(({ [name]: _, ...others }) => others);
      setChanges((count) => count + 1);
    },
    /** Marks every unconfirmed value, and moves to the first. @returns false if there is none */
    refuse: () => {
      const fields = unconfirmedIn(origins);
      for (const field of fields.toReversed()) form.setError(field, { type: UNCONFIRMED, message: NOT_CONFIRMED });
      if (fields[0]) form.setFocus(fields[0]);
      return fields.length > 0;
    },
    readFields: readFieldsOf(origins, found ?? []),
  };
}

/** Amounts that a person has entered, where 0 is a result. A certificate that is sent again was entered before. */
function useTypedFields(form: Form<SubmitCertificateForm>) {
  const isSentBefore = Boolean(form.defaultValues.productName);
  return useState(() => new Set<string>(isSentBefore ? ['thcContent', 'cbdContent'] : []))[0];
}
