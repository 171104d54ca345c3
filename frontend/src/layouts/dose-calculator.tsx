import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { messageOf } from '../api/api';
import { calculateDose } from '../api/generated/sdk.gen';
import type { DoseRequestDto, DoseResultDto, Experience, StomachContents } from '../api/generated/types.gen';
import { paths } from '../paths';
import { Button } from '../ui/button';
import { EffectTimelinePlaceholder } from '../ui/effect-timeline';
import { CopyIcon } from '../ui/icons';
import { Notice } from '../ui/notice';
import { NumberField } from '../ui/number-field';
import { Panel } from '../ui/panel';
import { RadioGroup } from '../ui/radio-group';
import { TextField } from '../ui/text-field';
import { toast } from '../ui/toast-store';

/** The same limits and sentences as the API's, so that a person reads them before sending instead of after. */
const LIMITS = {
  thcAmount: { min: 0, max: 100, step: 0.5, sentence: 'Enter an amount from 0 to 100 mg' },
  bodyWeight: { min: 50, max: 500, step: 1, sentence: 'Enter a weight from 50 to 500 lb' },
} as const;

const DEFAULTS: DoseRequestDto = { thcAmount: 5, bodyWeight: 150, experience: 'beginner', stomachContents: 'light' };

const EXPERIENCES: readonly { value: Experience; label: string; description: string }[] = [
  { value: 'beginner', label: 'Beginner', description: '0–5 times ever, or more than a year off' },
  { value: 'occasional', label: 'Occasional', description: 'From less than monthly to about weekly' },
  { value: 'regular', label: 'Regular', description: 'Weekly or more' },
  { value: 'experienced', label: 'Experienced', description: 'Most days' },
];

const STOMACHS: readonly { value: StomachContents; label: string; description: string }[] = [
  { value: 'empty', label: 'Empty', description: 'Nothing for hours' },
  { value: 'light', label: 'Light', description: 'A small meal or snack' },
  { value: 'full', label: 'Full', description: 'A full meal' },
];

/** The number that was typed, or undefined where the API would refuse it. */
function numberWithin(text: string, { min, max }: { min: number; max: number }): number | undefined {
  const number = /^[\d.]+$/.test(text) ? Number(text) : Number.NaN;
  return number >= min && number <= max ? number : undefined;
}

/** What a link says about the inputs. What it leaves out, and what makes no sense, is not in it. */
export function readDoseLink(params: URLSearchParams): Partial<DoseRequestDto> {
  const text = (name: string) => params.get(name) ?? '';
  return {
    thcAmount: numberWithin(text('mg'), LIMITS.thcAmount),
    bodyWeight: numberWithin(text('lb'), LIMITS.bodyWeight),
    experience: EXPERIENCES.find(({ value }) => value === text('experience'))?.value,
    stomachContents: STOMACHS.find(({ value }) => value === text('stomach'))?.value,
  };
}

function doseLink({ thcAmount, bodyWeight, experience, stomachContents }: DoseRequestDto): string {
  const params = { mg: String(thcAmount), lb: String(bodyWeight), experience, stomach: stomachContents };
  return `${window.location.origin}${paths.doseCalculator}?${new URLSearchParams(params)}`;
}

const FIELDS = Object.keys(DEFAULTS) as (keyof DoseRequestDto)[];

/** Nothing is calculated for a person of whom a part was guessed. */
const isComplete = (link: Partial<DoseRequestDto>): link is DoseRequestDto =>
  FIELDS.every((field) => link[field] !== undefined);

interface Answer {
  readonly inputs: DoseRequestDto;
  readonly dose: DoseResultDto;
  /** How it is shown. Fetched with the first answer: nobody needs it before, and the home page is to be light. */
  readonly view: typeof import('./dose-result');
}

async function answerTo(inputs: DoseRequestDto): Promise<Answer> {
  const calculated = calculateDose({ body: inputs, throwOnError: true });
  const loaded = import('./dose-result').catch(() => {
    throw new Error('A part of the page did not load. Please check your connection and reload the page.');
  });
  const [{ data: dose }, view] = await Promise.all([calculated, loaded]);
  return { inputs, dose, view };
}

export interface DoseCalculatorProps {
  /** Of the heading above it; the result's headings are one and two below. */
  headingLevel: 1 | 2;
  /** Fills the form, and where it says everything, is calculated at once. */
  link?: Partial<DoseRequestDto>;
}

export function DoseCalculator({ headingLevel, link = {} }: DoseCalculatorProps) {
  const [{ answer, turn }, setAnswered] = useState<{ answer: Answer | null; turn: number }>({ answer: null, turn: 0 });
  const calculation = useMutation({
    mutationFn: answerTo,
    onSuccess: (answer) => setAnswered((before) => ({ answer, turn: before.turn + 1 })),
    // The answer before was to another question.
    onError: () => setAnswered((before) => ({ ...before, answer: null })),
  });
  const form = useEntries(link);
  const { mutate } = calculation;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for the link that the calculator was opened with
  useEffect(() => {
    if (isComplete(link)) mutate(link);
  }, []);

  return (
    <div className="stack gap-8">
      <p className="max-w-text text-lg text-ink-soft">
        How strong a drink may be for you, when it may be felt, and for how long. By published rules, with their
        sources. Nothing you enter is stored.
      </p>
      <div className="grid items-start gap-8 lg:grid-cols-2 lg:gap-12">
        <Panel>
          <DoseForm form={form} pending={calculation.isPending} onCalculate={mutate}>
            {calculation.isError && (
              <Notice tone="danger" title="The calculation did not work" role="alert">
                {messageOf(calculation.error)} Your inputs are kept.
              </Notice>
            )}
          </DoseForm>
        </Panel>
        {answer ? (
          <answer.view.DoseAnswer
            // Each answer is drawn, focused and read anew.
            key={turn}
            inputs={answer.inputs}
            dose={answer.dose}
            headingLevel={headingLevel}
            outdated={!form.isAbout(answer.inputs)}
            actions={<CopyLink address={doseLink(answer.inputs)} />}
          />
        ) : (
          <div className="stack gap-6">
            <p className="text-lg text-ink-soft">
              Enter your information to receive personalized dosage recommendations
            </p>
            <EffectTimelinePlaceholder />
          </div>
        )}
      </div>
      {answer && <answer.view.DoseDetails inputs={answer.inputs} dose={answer.dose} headingLevel={headingLevel} />}
      <p role="status" className="sr-only">
        {answer?.view.doseSummary(answer.inputs, answer.dose)}
      </p>
    </div>
  );
}

/** What stands in the fields, and what it means. Numbers are kept as typed: a half-typed one is text. */
function useEntries(link: Partial<DoseRequestDto>) {
  const [entries, setEntries] = useState({
    thcAmount: String(link.thcAmount ?? DEFAULTS.thcAmount),
    bodyWeight: String(link.bodyWeight ?? DEFAULTS.bodyWeight),
    experience: link.experience ?? DEFAULTS.experience,
    stomachContents: link.stomachContents ?? DEFAULTS.stomachContents,
  });
  const thcAmount = numberWithin(entries.thcAmount, LIMITS.thcAmount);
  const bodyWeight = numberWithin(entries.bodyWeight, LIMITS.bodyWeight);
  const inputs = thcAmount === undefined || bodyWeight === undefined ? null : { ...entries, thcAmount, bodyWeight };
  return {
    entries,
    /** All of it, once every field can be calculated with. */
    inputs,
    set: (changes: Partial<typeof entries>) => setEntries((before) => ({ ...before, ...changes })),
    isAbout: (other: DoseRequestDto) => inputs !== null && FIELDS.every((field) => inputs[field] === other[field]),
  };
}

function DoseForm(props: {
  form: ReturnType<typeof useEntries>;
  pending: boolean;
  onCalculate: (inputs: DoseRequestDto) => void;
  children: React.ReactNode;
}) {
  const { entries, inputs, set } = props.form;
  const element = useRef<HTMLFormElement>(null);
  const id = useId();

  function submit(event: FormEvent) {
    event.preventDefault();
    if (props.pending) return;
    if (inputs) props.onCalculate(inputs);
    else element.current?.querySelector<HTMLInputElement>('[aria-invalid="true"]')?.focus();
  }

  const number = (name: keyof typeof LIMITS) => {
    const { min, max, step, sentence } = LIMITS[name];
    return {
      min,
      max,
      step,
      required: true,
      value: entries[name],
      error: numberWithin(entries[name], LIMITS[name]) === undefined ? sentence : undefined,
      onChange: (event: { target: { value: string } }) => set({ [name]: event.target.value }),
    };
  };

  return (
    <form ref={element} noValidate onSubmit={submit} className="stack gap-6">
      <div className="grid items-start gap-x-5 gap-y-6 sm:grid-cols-[3fr_2fr] lg:grid-cols-1 xl:grid-cols-[3fr_2fr]">
        <NumberField label="THC you are considering, in total (mg)" unit="mg" {...number('thcAmount')} />
        <NumberField label="Your body weight (lb)" unit="lb" {...number('bodyWeight')} />
      </div>
      <RadioGroup
        legend="Your experience with THC"
        name={`${id}-experience`}
        columns={2}
        options={EXPERIENCES}
        value={entries.experience}
        onValueChange={(experience) => set({ experience: experience as Experience })}
      />
      <RadioGroup
        legend="Your stomach"
        name={`${id}-stomach`}
        columns={3}
        options={STOMACHS}
        value={entries.stomachContents}
        onValueChange={(stomachContents) => set({ stomachContents: stomachContents as StomachContents })}
      />
      {props.children}
      <Button type="submit" size="lg" pending={props.pending} pendingText="Calculating...">
        Calculate
      </Button>
    </form>
  );
}

function selectAll(field: HTMLInputElement | null) {
  field?.focus();
  field?.select();
}

/** Copies the link to these inputs; where the browser does not let it, shows the link to copy by hand. */
function CopyLink({ address }: { address: string }) {
  const [isRefused, setRefused] = useState(false);
  async function copy() {
    try {
      await navigator.clipboard.writeText(address);
      toast({ title: 'Link copied', description: 'It opens the calculator with these inputs.' });
    } catch {
      setRefused(true);
    }
  }
  if (isRefused) {
    return (
      <TextField
        label="Link to these inputs"
        hint="It could not be copied for you. Please copy it from here."
        readOnly
        value={address}
        ref={selectAll}
      />
    );
  }
  return (
    <Button variant="secondary" icon={<CopyIcon />} onClick={copy}>
      Copy link
    </Button>
  );
}
