import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Dispatch, type FormEvent, type SetStateAction, useEffect, useId, useRef, useState } from 'react';
import { doseQueryKey, errorMessage } from '../../api/api';
import { calculateDose } from '../../api/generated/sdk-site.gen';
import type { DoseResultDto } from '../../api/generated/types.gen';
import { usePageContext } from '../../api/page-context';
import { useLanguage } from '../../hooks/use-language';
import { paths } from '../../paths';
import { Button } from '../../ui/button';
import { NumberField } from '../../ui/fields/number-field';
import { RadioGroup } from '../../ui/fields/radio-group';
import { Notice } from '../../ui/messages/notice';
import { Panel } from '../../ui/panel';
import { Translated, useTranslate } from '../translation';
import {
  AMOUNT_LIMITS,
  canFractions,
  type DoseEntries,
  type DoseInputs,
  type DoseLink,
  doseLinkQuery,
  EXPERIENCES,
  errorsOf,
  initialEntries,
  inputsOf,
  inputsOfLink,
  isSameRequest,
  requestOf,
  STOMACHS,
  WEIGHT_LIMITS,
  type WeightUnit,
  weightText,
  withWeight,
} from './dose-inputs';
import { EffectTimelinePlaceholder } from './effect-timeline-placeholder';

interface Answer {
  readonly inputs: DoseInputs;
  readonly dose: DoseResultDto;
  /** Loaded with the first result, to keep the home page small. */
  readonly view: typeof import('./dose-result');
}

async function answerTo(inputs: DoseInputs): Promise<Answer> {
  const calculated = calculateDose({ body: requestOf(inputs), throwOnError: true });
  const loaded = import('./dose-result').catch(() => {
    throw new Error("We couldn't load part of the page. Check your connection and reload the page.");
  });
  const [{ data: dose }, view] = await Promise.all([calculated, loaded]);
  return { inputs, dose, view };
}

export interface DoseCalculatorProps {
  /** Level of the heading above; the result's headings are one and two levels below. */
  headingLevel: 1 | 2;
  /** Fills the form from the URL. A complete URL is calculated at once; an invalid one shows field errors. */
  link?: DoseLink;
  /**
   * The result's components, if they are loaded with the page, so that the server can render the result of a complete
   * URL.
   */
  view?: typeof import('./dose-result');
}

export function DoseCalculator({ headingLevel, link = NO_LINK, view }: DoseCalculatorProps) {
  const given = inputsOfLink(link);
  const ready = useQueryClient().getQueryData<DoseResultDto>(doseQueryKey(given && requestOf(given)));
  const [{ answer, turn }, setAnswered] = useState<{ answer: Answer | null; turn: number }>(() => ({
    answer: given && ready && view ? { inputs: given, dose: ready, view } : null,
    turn: 0,
  }));
  const calculation = useMutation({
    mutationFn: answerTo,
    onSuccess: (answer) => setAnswered((before) => ({ answer, turn: before.turn + 1 })),
    // The previous result was for other inputs.
    onError: () => setAnswered((before) => ({ ...before, answer: null })),
  });
  const [entries, setEntries] = useState(() => initialEntries(link));
  const { origin } = usePageContext();
  const path = paths.doseCalculatorIn(useLanguage());
  const t = useTranslate();
  const { mutate } = calculation;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, for the URL the calculator was opened with
  useEffect(() => {
    if (given && !answer) mutate(given);
  }, []);

  return (
    <div className="stack gap-8">
      <p className="max-w-text text-lg text-ink-soft">
        <Translated text="See how strong a drink may be for you, when you may feel it, and how long it may last. Based on published research, with sources. We do not store what you enter." />
      </p>
      <div className="grid items-start gap-8 lg:grid-cols-2 lg:gap-12">
        {/* The result repeats what was entered. */}
        <Panel className={answer ? 'print:hidden' : undefined}>
          <DoseForm
            entries={entries}
            onChange={setEntries}
            canMg={link.canMg}
            certificate={link.certificate}
            isLinkWrong={hasErrors(initialEntries(link))}
            pending={calculation.isPending}
            onCalculate={mutate}
          >
            {calculation.isError && (
              <Notice tone="danger" title={t('We could not calculate this')} role="alert">
                <Translated text={errorMessage(calculation.error)} />{' '}
                <Translated text="What you entered is still here." />
              </Notice>
            )}
          </DoseForm>
        </Panel>
        {answer ? (
          <answer.view.DoseAnswer
            // A new key remounts the result, so it is focused and announced again.
            key={turn}
            isPreloaded={turn === 0}
            inputs={answer.inputs}
            dose={answer.dose}
            headingLevel={headingLevel}
            outdated={!isSameRequest(entries, answer.inputs)}
            address={`${origin}${path}?${doseLinkQuery(answer.inputs, link.canMg)}`}
          />
        ) : (
          <div className="stack gap-6">
            <p className="text-lg text-ink-soft">
              <Translated text="Enter your information to receive personalized dosage recommendations" />
            </p>
            <EffectTimelinePlaceholder />
          </div>
        )}
      </div>
      {answer && <answer.view.DoseDetails inputs={answer.inputs} dose={answer.dose} headingLevel={headingLevel} />}
      <p role="status" className="sr-only">
        {answer?.view.doseSummary(answer.inputs, answer.dose, t)}
      </p>
    </div>
  );
}

const NO_LINK: DoseLink = { entries: {} };

const hasErrors = (entries: DoseEntries) => Object.keys(errorsOf(entries)).length > 0;

function DoseForm(props: {
  entries: DoseEntries;
  /** Several changes can happen before the form renders again, so each is applied to the current entries. */
  onChange: Dispatch<SetStateAction<DoseEntries>>;
  canMg?: number;
  certificate?: string;
  /** Whether the URL held an invalid value. */
  isLinkWrong: boolean;
  pending: boolean;
  onCalculate: (inputs: DoseInputs) => void;
  children: React.ReactNode;
}) {
  const { entries, isLinkWrong } = props;
  const errors = errorsOf(entries);
  const element = useRef<HTMLFormElement>(null);
  const id = useId();
  const action = paths.doseCalculatorIn(useLanguage());
  const t = useTranslate();
  const set = (changes: Partial<DoseEntries>) => props.onChange((current) => ({ ...current, ...changes }));

  useEffect(() => {
    if (!isLinkWrong) return;
    // After the layout's effect, which moves the focus to the page.
    const frame = requestAnimationFrame(() => focusFirstError(element.current));
    return () => cancelAnimationFrame(frame);
  }, [isLinkWrong]);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (props.pending) return;
    const inputs = inputsOf(entries);
    if (inputs) props.onCalculate(inputs);
    else focusFirstError(element.current);
  }

  return (
    // Without scripts, the calculator's page answers the form's values like those of a link.
    <form ref={element} action={action} noValidate onSubmit={submit} className="stack gap-6">
      {props.certificate !== undefined && <input type="hidden" name="certificate" value={props.certificate} />}
      {props.canMg !== undefined && (
        <>
          <input type="hidden" name="can" value={props.canMg} />
          <CanParts canMg={props.canMg} entries={entries} onChange={set} name={`${id}-can`} />
        </>
      )}
      <NumberField
        name="mg"
        label={t('THC you are considering, in total (mg)')}
        unit="mg"
        {...AMOUNT_LIMITS}
        required
        value={entries.thcAmount}
        error={errors.thcAmount && t(errors.thcAmount)}
        onChange={(event) => set({ thcAmount: event.target.value })}
      />
      <WeightField entries={entries} error={errors.weight} onChange={props.onChange} />
      <RadioGroup
        legend={t('Your experience with THC')}
        name="experience"
        columns={2}
        options={EXPERIENCES.map((option) => translatedOption(option, t))}
        value={entries.experience}
        error={errors.experience && t(errors.experience)}
        onValueChange={(experience) => set({ experience })}
      />
      <RadioGroup
        legend={t('Your stomach')}
        name="stomach"
        columns={3}
        options={STOMACHS.map((option) => translatedOption(option, t))}
        value={entries.stomachContents}
        error={errors.stomachContents && t(errors.stomachContents)}
        onValueChange={(stomachContents) => set({ stomachContents })}
      />
      {isLinkWrong && hasErrors(entries) && (
        <Notice tone="caution" title={t('Part of this link cannot be used')}>
          <Translated text="Nothing was calculated. Fix the marked fields, then select Calculate." />
        </Notice>
      )}
      {props.children}
      <Button type="submit" size="lg" pending={props.pending} pendingText={t('Calculating...')}>
        {t('Calculate')}
      </Button>
    </form>
  );
}

const translatedOption = (
  { value, label, description }: { value: string; label: string; description: string },
  t: (text: string) => string,
) => ({ value, label: t(label), description: t(description) });

interface WeightFieldProps {
  entries: DoseEntries;
  error: string | undefined;
  onChange: Dispatch<SetStateAction<DoseEntries>>;
}

function WeightField({ entries, error, onChange }: WeightFieldProps) {
  const t = useTranslate();
  return (
    <NumberField
      name="weight"
      label={t(`Your body weight (${entries.unit})`)}
      {...WEIGHT_LIMITS[entries.unit]}
      required
      value={weightText(entries, entries.unit)}
      error={error && t(error)}
      onChange={({ target: { value } }) => onChange((current) => withWeight(current, value))}
      beside={
        <RadioGroup
          legend={t('Unit of weight')}
          hideLabel
          name="unit"
          columns="auto"
          options={UNITS}
          value={entries.unit}
          onValueChange={(unit) => onChange((current) => ({ ...current, unit: unit as WeightUnit }))}
        />
      }
    />
  );
}

const UNITS: readonly { value: WeightUnit; label: string }[] = [
  { value: 'lb', label: 'lb' },
  { value: 'kg', label: 'kg' },
];

function focusFirstError(form: HTMLFormElement | null) {
  form?.querySelector<HTMLInputElement>('input[aria-invalid="true"], [aria-invalid="true"] input')?.focus();
}

/**
 * Many cans hold more than a beginner should drink. Choosing a fraction fills in the amount; typing another amount
 * clears the choice.
 */
function CanParts(props: {
  canMg: number;
  entries: DoseEntries;
  onChange: (changes: Partial<DoseEntries>) => void;
  name: string;
}) {
  const t = useTranslate();
  const parts = canFractions(props.canMg).map((part) => ({ ...part, label: t(part.label) }));
  const chosen = parts.find(({ mg }) => String(mg) === props.entries.thcAmount);
  return (
    <RadioGroup
      legend={t('How much of this can?')}
      hint={t(
        'Half a can is half the THC only if the drink is well mixed. Turn the closed can over gently a few times, then measure what you pour. Lock up the rest.',
      )}
      name={props.name}
      className="noscript:hidden"
      options={parts}
      value={chosen?.value ?? ''}
      onValueChange={(part) => {
        const mg = parts.find(({ value }) => value === part)?.mg;
        if (mg !== undefined) props.onChange({ thcAmount: String(mg) });
      }}
    />
  );
}
