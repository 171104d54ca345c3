import type { ReactNode } from 'react';
import type { CoaDto, PublishedResultDto } from '../../api/generated/types.gen';
import { usePageContext } from '../../api/page-context';
import { BatchId } from '../../components/certificates/batch-id';
import { isOverLabel, LabelMark } from '../../components/certificates/label-mark';
import { StatusMark } from '../../components/certificates/status-mark';
import { PANELS } from '../../components/coa-registry/panel-verdicts';
import { StandaloneLink, TextLink } from '../../components/links';
import { paths } from '../../paths';
import { formatAge, formatDay, isOldTest } from '../../ui/text/days';
import { formatMg } from '../../ui/text/figures';
import { type ComparedAnalyte, comparedAnalytes } from './comparison';
import { printedCbd } from './printed-cbd';

interface ComparisonTableProps {
  certificates: readonly CoaDto[];
  /** Address of the comparison without this certificate. */
  hrefWithout: (certificate: CoaDto) => string;
}

/** A column for each certificate. It scrolls sideways on a phone, where the names of the rows stay visible. */
export function ComparisonTable({ certificates, hrefWithout }: ComparisonTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: on a phone it scrolls by itself, so it must be reachable by keyboard
    <section aria-labelledby="comparison" tabIndex={0} className="relative overflow-x-auto">
      <table aria-labelledby="comparison" className="data-table comparison-table">
        <thead>
          <tr>
            <td />
            {certificates.map((coa) => (
              <ColumnHead key={coa.reference} coa={coa} hrefWithout={hrefWithout(coa)} />
            ))}
          </tr>
        </thead>
        <tbody>
          <Facts certificates={certificates} />
          <Group label="Contaminant panels" columns={certificates.length} />
          <Panels certificates={certificates} />
          <Group label="All lines, as printed" columns={certificates.length} />
          {comparedAnalytes(certificates).map((compared) => (
            <Row
              key={compared.key}
              certificates={certificates}
              label={<AnalyteName compared={compared} />}
              cell={(_, column) => compared.lines[column]?.map(printed).join('; ') || 'not reported'}
              aside={(_, column) => limitOf(compared.lines[column] ?? [])}
            />
          ))}
        </tbody>
      </table>
    </section>
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

function ColumnHead({ coa, hrefWithout }: { coa: CoaDto; hrefWithout: string }) {
  return (
    <th scope="col">
      <TextLink to={paths.certificate(coa.reference)} className="text-base">
        {coa.productName}
      </TextLink>
      <span className="block">{coa.brandName}</span>
      <span className="block">
        Batch <BatchId className="text-ink">{coa.batchId}</BatchId>
      </span>
      <StandaloneLink to={hrefWithout} className="print:hidden">
        Remove
        <span className="sr-only">{` ${coa.productName}, batch ${coa.batchId}`}</span>
      </StandaloneLink>
    </th>
  );
}

function Facts({ certificates }: { certificates: readonly CoaDto[] }) {
  const { today } = usePageContext();
  return (
    <>
      <Row
        certificates={certificates}
        label="In short"
        cell={({ verdict }) => (
          <span className={verdict.doNotDrink ? 'font-semibold text-clay' : undefined}>
            {verdict.doNotDrink && !verdict.headline.includes('Do not drink') && 'Do not drink it. '}
            {verdict.headline}
          </span>
        )}
      />
      <Row
        certificates={certificates}
        label="Status"
        cell={({ statusMark, statusLabel, labelComparison }) => (
          <StatusMark status={statusMark} label={statusLabel} quiet={isOverLabel(labelComparison.level)} />
        )}
      />
      <Row
        certificates={certificates}
        label="Measured THC"
        cell={(coa) => (
          <span className={isEnded(coa) ? 'text-ink-soft' : 'text-base font-semibold'}>{formatMg(coa.thcContent)}</span>
        )}
      />
      <Row
        certificates={certificates}
        label="Label says"
        cell={({ labelComparison: { statedMg } }) => (statedMg === null ? 'not stated in mg' : formatMg(statedMg))}
      />
      <Row
        certificates={certificates}
        label="Share of the label"
        cell={({ labelComparison: { percent, level } }) => (
          <>
            {percent === null ? 'no label to compare with' : `${percent}% `}
            <LabelMark level={level} />
          </>
        )}
      />
      <Row certificates={certificates} label="Measured CBD" cell={printedCbd} />
      <Row
        certificates={certificates}
        label="Tested"
        cell={({ testDate }) => formatDay(testDate)}
        aside={({ testDate }) =>
          `${formatAge(testDate, new Date(today))}${isOldTest(testDate, today) ? ', older than 12 months' : ''}`
        }
      />
      <Row certificates={certificates} label="Lab" cell={({ labName }) => labName} />
    </>
  );
}

function Panels({ certificates }: { certificates: readonly CoaDto[] }) {
  const reportOf = (coa: CoaDto, key: string) => coa.panelReports.find(({ panel }) => panel === key);
  return (
    <>
      <Row certificates={certificates} label="Reported" cell={panelCount} />
      {PANELS.map(({ key, label }) => (
        <Row
          key={key}
          certificates={certificates}
          label={label}
          cell={(coa) => <StatusMark status={reportOf(coa, key)?.verdict ?? 'not_tested'} quiet={isEnded(coa)} />}
          aside={(coa) => {
            const report = reportOf(coa, key);
            return report?.verdict === 'failed' ? report.statement : '';
          }}
        />
      ))}
    </>
  );
}

function panelCount({ panelReports }: CoaDto): string {
  const reported = panelReports.filter(({ verdict }) => verdict === 'passed' || verdict === 'failed');
  const failed = reported.filter(({ verdict }) => verdict === 'failed').length;
  return `${reported.length} of ${panelReports.length}${failed > 0 ? `, ${failed} failed` : ''}`;
}

interface RowProps {
  certificates: readonly CoaDto[];
  label: ReactNode;
  cell: (certificate: CoaDto, column: number) => ReactNode;
  /** Under the cell, in smaller type. */
  aside?: (certificate: CoaDto, column: number) => string;
}

function Row({ certificates, label, cell, aside = () => '' }: RowProps) {
  return (
    <tr>
      <th scope="row">{label}</th>
      {certificates.map((coa, column) => (
        <td key={coa.reference}>
          {cell(coa, column)}
          {aside(coa, column) && <Aside>{aside(coa, column)}</Aside>}
        </td>
      ))}
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
