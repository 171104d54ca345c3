import { Fragment, type ReactNode } from 'react';
import type { CoaDto, PublishedResultDto } from '../../api/generated/types.gen';
import { usePageContext } from '../../api/page-context';
import { BatchId } from '../../components/certificates/batch-id';
import { isQuiet } from '../../components/certificates/is-quiet';
import { isOverLabel, LabelMark } from '../../components/certificates/label-mark';
import { StatusMark } from '../../components/certificates/status-mark';
import { isStrong } from '../../components/certificates/strength-words';
import { PANELS } from '../../components/coa-registry/panel-verdicts';
import { SAMPLED_BY } from '../../components/coa-registry/printed-sample';
import { StandaloneLink, TextLink } from '../../components/links';
import { paths } from '../../paths';
import { ArrowRightIcon } from '../../ui/icons';
import { formatAge, formatDay, isOldTest } from '../../ui/text/days';
import { formatMg } from '../../ui/text/figures';
import { canFill, strengthWords } from './compared-strength';
import {
  byDifference,
  type ComparedAnalyte,
  comingDays,
  comparedAnalytes,
  type LawReading,
  lawFrom,
  lawToday,
} from './comparison';
import { printedCbd } from './printed-cbd';
import { FULL_CAN_MG, ScaledCan } from './scaled-can';

interface ComparisonTableProps {
  certificates: readonly CoaDto[];
  /** Address of the comparison without this certificate. */
  hrefWithout: (certificate: CoaDto) => string;
}

/**
 * A column for each certificate: what one needs to know first, then where they differ, then where they are the same. It
 * scrolls by itself, so that the names of rows and columns stay visible.
 */
export function ComparisonTable({ certificates, hrefWithout }: ComparisonTableProps) {
  const { today } = usePageContext();
  const facts = byDifference([...factRows(certificates, today), ...panelRows(certificates)]);
  const lines = byDifference(lineRows(certificates));
  const isOne = certificates.length === 1;
  const groups: [label: string, rows: readonly RowData[]][] = [
    ['What differs', facts.different],
    ['Results that differ, as printed', lines.different],
    [isOne ? 'What it reports' : 'The same in all', facts.same],
    [isOne ? 'All results, as printed' : 'Results that are the same, as printed', lines.same],
  ];
  return (
    <div className="stack gap-3">
      <ScrollCue count={certificates.length} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by itself, so it must be reachable by keyboard */}
      <section aria-labelledby="comparison" tabIndex={0} className="comparison-scroll">
        <table aria-labelledby="comparison" className="data-table comparison-table">
          <thead>
            <tr>
              <td />
              {certificates.map((coa) => (
                <ColumnHead key={coa.reference} coa={coa} />
              ))}
            </tr>
          </thead>
          <tbody>
            {answerRows(certificates, hrefWithout).map((row) => (
              <Row key={row.key} row={row} certificates={certificates} />
            ))}
            {groups
              .filter(([, rows]) => rows.length > 0)
              .map(([label, rows]) => (
                <Fragment key={label}>
                  <Group label={label} columns={certificates.length} />
                  {rows.map((row) => (
                    <Row key={row.key} row={row} certificates={certificates} />
                  ))}
                </Fragment>
              ))}
          </tbody>
        </table>
      </section>
      <p className="max-w-text text-sm text-ink-soft">
        All cans are drawn on one scale: a full can stands for {formatMg(FULL_CAN_MG)} of THC. The dashed line is what
        the label says. Strength is that of the whole can for a beginner. How a can compares with{' '}
        <TextLink to={paths.rules}>rules as we read them</TextLink> is arithmetic on the labs' figures, not legal
        advice.
      </p>
    </div>
  );
}

/** How many columns fit in a window is in styles/comparison-table.css. */
function ScrollCue({ count }: { count: number }) {
  if (count < 3) return null;
  const hiddenFrom = count === 3 ? 'sm:hidden' : count < 6 ? 'lg:hidden' : count === 6 ? 'xl:hidden' : '';
  return (
    <p className={`flex items-center gap-1.5 text-sm font-medium print:hidden ${hiddenFrom}`}>
      {count} reports. Scroll sideways to see all of them. <ArrowRightIcon className="size-4" />
    </p>
  );
}

function AnalyteName({ compared: { analyte, name, unitsDiffer } }: { compared: ComparedAnalyte }) {
  return (
    <>
      {analyte === null ? (
        <>
          {name}
          <Aside>not in our vocabulary: labs may mean different things</Aside>
        </>
      ) : (
        <TextLink to={`${paths.analytes}#${analyte}`}>{name}</TextLink>
      )}
      {unitsDiffer && <Aside>units differ: not comparable as printed</Aside>}
    </>
  );
}

function ColumnHead({ coa }: { coa: CoaDto }) {
  return (
    <th scope="col">
      <TextLink to={paths.certificate(coa.reference)} className="line-clamp-3">
        {coa.productName}
      </TextLink>
      <BatchId className="block text-ink">{coa.batchId}</BatchId>
    </th>
  );
}

interface RowData {
  readonly key: string;
  readonly label: ReactNode;
  /** For each certificate, what its cell says: where these differ, the certificates do. */
  readonly texts: readonly string[];
  /** Instead of the text. */
  readonly cell?: (certificate: CoaDto, column: number) => ReactNode;
  /** Under the cell, in smaller type. */
  readonly aside?: (certificate: CoaDto, column: number) => ReactNode;
}

/** What to know before anything else, whether or not it differs. */
function answerRows(certificates: readonly CoaDto[], hrefWithout: (certificate: CoaDto) => string): RowData[] {
  return [
    {
      key: 'in short',
      label: 'In short',
      texts: certificates.map(({ verdict }) => verdict.headline),
      cell: ({ verdict }) => (
        <span className={verdict.doNotDrink ? 'font-semibold text-clay' : undefined}>
          {verdict.doNotDrink && !verdict.headline.includes('Do not drink') && 'Do not drink it. '}
          {verdict.headline}
        </span>
      ),
    },
    {
      key: 'measured',
      label: 'Measured THC',
      texts: certificates.map(({ thcContent }) => formatMg(thcContent)),
      cell: (coa) => (
        <>
          <ScaledCan
            measuredMg={coa.verdict.countedThcMg}
            statedMg={coa.labelComparison.statedMg}
            fill={canFill(coa)}
          />
          <span className={isEnded(coa) ? 'text-ink-soft' : 'text-base font-semibold'}>{formatMg(coa.thcContent)}</span>
        </>
      ),
      aside: ({ thcContent, verdict }) =>
        verdict.countedThcMg > thcContent ? `Count on ${formatMg(verdict.countedThcMg)}.` : '',
    },
    {
      key: 'strength',
      label: 'Strength',
      texts: certificates.map(strengthWords),
      cell: (coa) => <Strength coa={coa} />,
    },
    lawRow(certificates, 'Rules in force today', lawToday),
    ...comingDays(certificates).map((day) =>
      lawRow(certificates, `Rules from ${formatDay(day)}`, (coa) => lawFrom(coa, day)),
    ),
    {
      key: 'brand',
      label: 'Brand',
      texts: certificates.map(({ brandName }) => brandName),
      aside: (coa) => (
        <StandaloneLink to={hrefWithout(coa)} className="print:hidden">
          Remove
          <span className="sr-only">{` ${coa.productName}, batch ${coa.batchId}`}</span>
        </StandaloneLink>
      ),
    },
  ];
}

/** Leads to the calculator for another person, but not from a drink that has no level. */
function Strength({ coa }: { coa: CoaDto }) {
  const words = strengthWords(coa);
  if (!coa.strength || coa.strength.level === 'none') return words;
  return (
    <TextLink to={paths.doseCalculatorFor(coa.reference)} className="font-semibold">
      {words}
      <span className="sr-only">{`: ${coa.productName}, batch ${coa.batchId}, in the calculator`}</span>
    </TextLink>
  );
}

/** What is compared is said with each rule, because a rule can limit more than a report can answer. */
function lawRow(certificates: readonly CoaDto[], label: string, readingOf: (coa: CoaDto) => LawReading): RowData {
  const wordsOf = (coa: CoaDto) => {
    const { above, total } = readingOf(coa);
    return isEnded(coa) ? 'no longer current' : `Above ${above.length} of ${total}`;
  };
  return {
    key: label,
    label,
    texts: certificates.map(wordsOf),
    cell: (coa) => (
      <span className={isEnded(coa) ? 'text-ink-soft' : 'font-medium'}>
        {wordsOf(coa)}
        {!isEnded(coa) && readingOf(coa).above.length > 0 && ':'}
      </span>
    ),
    aside: (coa) => !isEnded(coa) && <LawDetails reading={readingOf(coa)} />,
  };
}

function LawDetails({ reading: { above, notAbove, open } }: { reading: LawReading }) {
  const others = [notAbove > 0 && `${notAbove} not above`, open > 0 && `${open} we can't tell`].filter(Boolean);
  return (
    <>
      {above.map(({ id, place, covers }) => (
        <span key={id} className="block">
          <TextLink to={paths.rule(id)}>{place}</TextLink>: {covers}
        </span>
      ))}
      {others.length > 0 && <span className="block">{others.join(', ')}</span>}
    </>
  );
}

function factRows(certificates: readonly CoaDto[], today: string): RowData[] {
  return [
    {
      key: 'status',
      label: 'Status',
      texts: certificates.map(({ statusLabel }) => statusLabel),
      cell: ({ statusMark, statusLabel, labelComparison, strengthLevel }) => (
        <StatusMark
          status={statusMark}
          label={statusLabel}
          quiet={isOverLabel(labelComparison.level) || isStrong(strengthLevel)}
        />
      ),
    },
    {
      key: 'label',
      label: 'Label says',
      texts: certificates.map(({ labelComparison: { statedMg } }) =>
        statedMg === null ? 'not stated in mg' : formatMg(statedMg),
      ),
    },
    {
      key: 'share',
      label: 'Share of the label',
      texts: certificates.map(({ labelComparison: { percent } }) =>
        percent === null ? 'no label to compare with' : `${percent}%`,
      ),
      cell: ({ labelComparison: { percent, level } }) => (
        <>
          {percent === null ? 'no label to compare with' : `${percent}% `}
          <LabelMark level={level} />
        </>
      ),
    },
    { key: 'cbd', label: 'Measured CBD', texts: certificates.map(printedCbd) },
    {
      key: 'tested',
      label: 'Tested',
      texts: certificates.map(({ testDate }) => formatDay(testDate)),
      aside: ({ testDate }) =>
        `${formatAge(testDate, new Date(today))}${isOldTest(testDate, today) ? ', older than 12 months' : ''}`,
    },
    { key: 'lab', label: 'Lab', texts: certificates.map(({ labName }) => labName) },
    {
      key: 'sampler',
      label: 'Who picked the can',
      texts: certificates.map(({ sampledBy }) => SAMPLED_BY[sampledBy]),
      aside: ({ boughtBy }) => boughtBy && `by ${boughtBy}`,
    },
  ];
}

function panelRows(certificates: readonly CoaDto[]): RowData[] {
  const reportOf = (coa: CoaDto, key: string) => coa.panelReports.find(({ panel }) => panel === key);
  const verdictOf = (coa: CoaDto, key: string) => reportOf(coa, key)?.verdict ?? 'not_tested';
  return [
    { key: 'panels', label: 'Panels reported', texts: certificates.map(panelCount) },
    ...PANELS.map(({ key, label }) => ({
      key,
      label,
      texts: certificates.map((coa) => verdictOf(coa, key)),
      cell: (coa: CoaDto) => <StatusMark status={verdictOf(coa, key)} quiet={isEnded(coa) || isQuiet(coa)} />,
      aside: (coa: CoaDto) => (verdictOf(coa, key) === 'failed' ? reportOf(coa, key)?.statement : ''),
    })),
  ];
}

const lineRows = (certificates: readonly CoaDto[]): RowData[] =>
  comparedAnalytes(certificates).map((compared) => ({
    key: compared.key,
    label: <AnalyteName compared={compared} />,
    texts: compared.lines.map((lines) => lines.map(printed).join('; ') || 'not reported'),
    aside: (_, column) => limitOf(compared.lines[column] ?? []),
  }));

function panelCount({ panelReports }: CoaDto): string {
  const reported = panelReports.filter(({ verdict }) => verdict === 'passed' || verdict === 'failed');
  const failed = reported.filter(({ verdict }) => verdict === 'failed').length;
  return `${reported.length} of ${panelReports.length}${failed > 0 ? `, ${failed} failed` : ''}`;
}

function Row({ row, certificates }: { row: RowData; certificates: readonly CoaDto[] }) {
  return (
    <tr>
      <th scope="row">{row.label}</th>
      {certificates.map((coa, column) => {
        const aside = row.aside?.(coa, column);
        return (
          <td key={coa.reference}>
            {row.cell ? row.cell(coa, column) : row.texts[column]}
            {aside && <Aside>{aside}</Aside>}
          </td>
        );
      })}
    </tr>
  );
}

const Aside = ({ children }: { children: ReactNode }) => (
  <span className="block text-xs font-normal text-ink-soft">{children}</span>
);

const Group = ({ label, columns }: { label: string; columns: number }) => (
  <tr>
    <th scope="colgroup" colSpan={columns + 1} className="group">
      <span>{label}</span>
    </th>
  </tr>
);

/** "ND" and "<LOQ" have no unit. */
const printed = ({ valueText, value, unit }: PublishedResultDto) =>
  unit && value !== null && !valueText.endsWith(unit) ? `${valueText} ${unit}` : valueText;

/** A result that must no longer be relied on shows no green. */
const isEnded = ({ standing }: CoaDto) => standing !== 'approved';

function limitOf(lines: readonly PublishedResultDto[]): string {
  const over = lines.find(({ evidence }) => evidence === 'above');
  if (over) return over.limit === null ? 'found, or failed' : 'above the printed limit';
  const limits = lines.flatMap(({ limit, unit }) => (limit === null ? [] : `limit ${limit}${unit ? ` ${unit}` : ''}`));
  return [...new Set(limits)].join('; ');
}
