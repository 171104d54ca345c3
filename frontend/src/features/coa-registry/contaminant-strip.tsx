import type { CoaDto, LimitGroupDto } from '../../api/generated/types.gen';
import { TextLink } from '../../components/links';
import { paths } from '../../paths';
import { ChartFrame } from '../../ui/charts/chart-frame';
import { hundredths, linearScale } from '../../ui/charts/chart-scale';
import { Collapsible } from '../../ui/collapsible';
import { TableHead } from '../../ui/table-head';
import { figuresSource } from './figures-source';
import {
  besidesSentence,
  LEVEL_WORDS,
  type Share,
  shareAxis,
  sharesOf,
  sharesSentence,
  shareWords,
} from './limit-shares';

/** More would be hard to read; the table has all of them. */
const MOST_DRAWN = 8;
const ROW_HEIGHT = 38;
const TOP = 20;

/** Contaminants as shares of their limits: of those on the report, or of a rule that the visitor chooses. */
export function ContaminantStrip({ coa }: { coa: CoaDto }) {
  const groups = coa.results.limitGroups
    .map((group) => ({ group, shares: sharesOf(group, coa) }))
    .filter(({ shares }) => shares.length > 0);
  const printed = groups.find(({ group }) => group.ruleId === null);
  const ofRules = groups.filter(({ group }) => group.ruleId !== null);
  const besides = besidesSentence(coa, printed?.shares ?? []);
  return (
    <section aria-label="Contaminants and their limits" className="stack gap-4">
      {printed ? (
        <Strip
          coa={coa}
          shares={printed.shares}
          besides={besides}
          title="How close contaminants come to a limit"
          whose="the limits printed on the report"
        />
      ) : (
        <>
          <h2>How close contaminants come to a limit</h2>
          <p className="max-w-text">
            {besides} This cannot be shown: the report prints no contaminant with a limit.
            {ofRules.length > 0 && ' Rules below have limits for some of its figures.'}
          </p>
        </>
      )}
      {ofRules.length > 0 && (
        <div className="print:hidden">
          {ofRules.map(({ group, shares }) => (
            <Collapsible key={group.ruleId} summary={`Compare with: ${group.title}`}>
              <OfRule coa={coa} group={group} shares={shares} />
            </Collapsible>
          ))}
        </div>
      )}
    </section>
  );
}

function OfRule({ coa, group, shares }: { coa: CoaDto; group: LimitGroupDto; shares: readonly Share[] }) {
  return (
    <div className="stack gap-3">
      <Strip
        coa={coa}
        shares={shares}
        headingLevel={3}
        title={`Limits: ${group.title}`}
        whose="the limits of this rule, as we read it"
      />
      <p className="text-sm text-ink-soft">
        {group.scope && `Only for: ${group.scope}. `}Arithmetic on the lab's figures; not legal advice.{' '}
        <TextLink to={paths.rule(group.ruleId ?? '')}>What we read of the rule</TextLink>
      </p>
    </div>
  );
}

interface StripProps {
  coa: CoaDto;
  shares: readonly Share[];
  title: string;
  /** What the report says about contaminants that are not drawn. */
  besides?: string;
  /** The source of the limits, in a sentence. */
  whose: string;
  headingLevel?: 2 | 3;
}

function Strip({ coa, shares, title, besides = '', whose, headingLevel = 2 }: StripProps) {
  // Below the first picture, the others need no key of their own.
  const hasKey = headingLevel === 2;
  const drawn = shares.slice(0, MOST_DRAWN);
  const { from, to } = shareAxis(drawn);
  const scale = linearScale([Math.log10(from), Math.log10(to)], [1, 97]);
  const across = (value: number) => (value <= from ? 0 : scale(Math.log10(Math.min(value, to))));
  const bottom = TOP + drawn.length * ROW_HEIGHT;
  const notDrawn = shares.length - drawn.length;
  return (
    <ChartFrame
      title={title}
      headingLevel={headingLevel}
      sentence={`${besides} ${sharesSentence(shares, whose)}`.trim()}
      description={`The nearest to its limit comes first. Each step across is ten times as much; the dashed line is the limit.`}
      height={bottom + 28}
      legend={
        <p className="text-sm text-ink-soft">
          {hasKey &&
            'A circle is measured, a triangle measured above the limit. A bar reaches up to what the method could have missed: the LOD for ND, the LOQ for below LOQ. Each step across is ten times as much. '}
          {notDrawn > 0 && `Drawn: the ${drawn.length} nearest to their limits. The table has all ${shares.length}.`}
        </p>
      }
      source={figuresSource(shares.length, coa)}
      table={<ShareTable shares={shares} caption={title} />}
    >
      <Axis from={from} to={to} across={across} bottom={bottom} />
      {drawn.map((share, index) => (
        <Row key={`${share.analyte} ${share.name}`} share={share} y={TOP + index * ROW_HEIGHT} across={across} />
      ))}
    </ChartFrame>
  );
}

interface Across {
  /** Percent of the limit as percent across. */
  across: (value: number) => number;
}

function Axis({ from, to, across, bottom }: Across & { from: number; to: number; bottom: number }) {
  const powers = Array.from({ length: Math.floor(Math.log10(to / from) + 1e-9) + 1 }, (_, index) =>
    Number((from * 10 ** index).toPrecision(3)),
  );
  const step = Math.ceil(powers.length / 5);
  return (
    <>
      <line x1="0" x2="100%" y1={bottom} y2={bottom} className="axis" />
      {powers.map((power) => (
        <g key={power}>
          <line x1={`${across(power)}%`} x2={`${across(power)}%`} y1={TOP} y2={bottom + 5} className="grid" />
          {(Math.round(Math.log10(100 / power)) % step === 0 || power === 100) && (
            <text x={`${across(power)}%`} y={bottom + 20} textAnchor={power === from ? 'start' : 'middle'}>
              {power}%
            </text>
          )}
        </g>
      ))}
      <text x={`${across(100)}%`} y={TOP - 8} textAnchor="middle" className="halo">
        limit
      </text>
    </>
  );
}

function Row({ share, y, across }: Across & { share: Share; y: number }) {
  const { range, level } = share;
  return (
    <g>
      <line x1={`${across(100)}%`} x2={`${across(100)}%`} y1={y + 18} y2={y + ROW_HEIGHT} className="reference" />
      <text x="0" y={y + 13} className="halo strong">
        {shortened(share.name)}
      </text>
      <text x="100%" y={y + 13} textAnchor="end" className="halo">
        {shareWords(share)}
        {level === 'above' && ', above'}
      </text>
      {range && range.high < Number.POSITIVE_INFINITY && <Amount {...{ range, level, across }} y={y + 25} />}
    </g>
  );
}

function Amount({
  range: { low, high },
  level,
  across,
  y,
}: Across & { range: NonNullable<Share['range']>; level: Share['level']; y: number }) {
  if (low === high) {
    return (
      <svg x={`${across(high)}%`} y={y} overflow="visible" aria-hidden="true">
        {level === 'above' ? (
          <path d="M-7 6h14L0-7Z" className="mark failed" />
        ) : (
          <circle r={6} className="mark current" />
        )}
      </svg>
    );
  }
  const start = low === 0 ? 0 : across(low);
  return <rect x={`${start}%`} y={y - 5} width={`${hundredths(across(high) - start)}%`} height={10} className="span" />;
}

/** Short enough for name and share to fit side by side at 320 px; the table has the whole name. */
const shortened = (name: string) => (name.length > 22 ? `${name.slice(0, 21)}…` : name);

function ShareTable({ shares, caption }: { shares: readonly Share[]; caption: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: on a phone it scrolls by itself, so it must be reachable by keyboard
    <section aria-label={`${caption}, the figures`} tabIndex={0} className="relative overflow-x-auto">
      <table className="data-table">
        <caption className="sr-only">{caption}</caption>
        <TableHead columns={['Contaminant', 'Printed', 'Limit', 'Share', 'So it is']} />
        <tbody>
          {shares.map((share) => (
            <tr key={`${share.analyte} ${share.name}`}>
              <th scope="row">{share.name}</th>
              <td>{share.printed}</td>
              <td>
                {share.limit} {share.unit}
              </td>
              <td>{shareWords(share)}</td>
              <td>{LEVEL_WORDS[share.level]}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
