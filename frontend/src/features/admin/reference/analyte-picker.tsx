import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage } from '../../../api/api';
import { listAnalytesOptions } from '../../../api/generated/@tanstack/react-query.gen';
import type { AnalyteDto } from '../../../api/generated/types.gen';
import { Combobox } from '../../../ui/fields/combobox';
import { counted } from '../../../ui/text/counted';
import { panelLabel } from './panel-label';

const SHOWN_MAX = 20;

interface AnalytePickerProps {
  chosen: AnalyteDto | null;
  onChoose: (analyte: AnalyteDto | null) => void;
  error?: string | undefined;
}

/** Finds an analyte of the vocabulary by part of one of its names. */
export function AnalytePicker({ chosen, onChoose, error }: AnalytePickerProps) {
  const [typed, setTyped] = useState('');
  const vocabulary = useQuery(listAnalytesOptions());
  const term = typed.trim().toLowerCase();
  const found = term === '' ? [] : (vocabulary.data?.analytes ?? []).filter((analyte) => matches(analyte, term));
  const shown = found.slice(0, SHOWN_MAX);
  return (
    <Combobox
      label="Analyte"
      required
      maxLength={100}
      hint="Type part of its name, then choose it from the list."
      value={typed}
      onValueChange={(value) => {
        setTyped(value);
        onChoose(null);
      }}
      options={shown.map(({ key, name, panel, cas }) => ({
        id: key,
        label: name,
        description: `${panelLabel(panel)}${cas ? ` · CAS ${cas}` : ''}`,
      }))}
      chosenId={chosen?.key ?? null}
      onChoose={(key) => {
        const analyte = shown.find((one) => one.key === key);
        if (!analyte) return;
        setTyped(analyte.name);
        onChoose(analyte);
      }}
      status={statusOf()}
      error={error}
    />
  );

  function statusOf(): string {
    if (chosen) return `${chosen.name} is chosen.`;
    if (vocabulary.isError) return errorMessage(vocabulary.error);
    if (term === '') return '';
    if (vocabulary.isPending) return 'Searching…';
    if (found.length === 0) return `No analyte of the vocabulary has “${typed}” in its names.`;
    if (found.length > SHOWN_MAX) return `The first ${SHOWN_MAX} analytes. Type more of the name to narrow it down.`;
    return `${counted(found.length, 'analyte')} found.`;
  }
}

const matches = ({ name, names, panelNames }: AnalyteDto, term: string): boolean =>
  [name, ...names, ...panelNames].some((one) => one.toLowerCase().includes(term));
