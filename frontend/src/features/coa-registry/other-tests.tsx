import type { CoaDto, OtherTestDto, TestAgreementDto } from '../../api/generated/types.gen';
import { formatCbd } from '../../components/certificates/certificate-facts';
import { StandaloneLink, TextLink } from '../../components/links';
import { paths } from '../../paths';
import { Mono } from '../../ui/mono';
import { TableHead } from '../../ui/table-head';
import { formatDay } from '../../ui/text/days';
import { formatMg } from '../../ui/text/figures';

type Test = Pick<
  OtherTestDto,
  | 'reference'
  | 'labName'
  | 'labReportId'
  | 'testDate'
  | 'thcContent'
  | 'statusLabel'
  | 'doNotDrink'
  | 'failureDismissal'
> & { readonly cbdContent: number | null };

interface OtherTestsProps {
  coa: CoaDto;
  agreement: TestAgreementDto;
}

/**
 * The current lab reports of the batch with their figures. In print it is one sentence, so that a certificate fits on
 * two or three sheets.
 */
export function OtherTests({ coa, agreement }: OtherTestsProps) {
  const own: Test = { ...coa, doNotDrink: hasFailed(coa) };
  const isNewest = ({ reference }: Test) => reference === agreement.newest;
  const tests = [own, ...coa.otherTests].sort((one, other) => Number(isNewest(other)) - Number(isNewest(one)));
  return (
    <section aria-labelledby="tests" className="stack gap-3">
      <h2 id="tests" className="print:hidden">
        {agreement.current} lab reports of this batch
      </h2>
      <p className="max-w-text">{agreement.sentence}</p>
      {!isNewest(own) && (
        <p className="max-w-text print:hidden">
          This is not the newest one. <TextLink to={paths.coa(coa)}>See the newest lab report of this batch</TextLink>
        </p>
      )}
      <div className="overflow-x-auto print:hidden">
        <table aria-labelledby="tests" className="data-table">
          <TableHead columns={['Lab report', 'THC', 'CBD', 'Result']} numbers={['THC', 'CBD']} />
          <tbody>
            {tests.map((test) => (
              <Row key={test.reference} test={test} isShown={test === own} isNewest={isNewest(test)} />
            ))}
          </tbody>
        </table>
      </div>
      {agreement.current > agreement.tests && (
        <p className="max-w-text print:hidden">
          {agreement.tests} are listed: those that failed, and the newest of the others.
        </p>
      )}
      <p className="print:hidden">
        <StandaloneLink to={paths.compare(tests.map(({ reference }) => reference))}>
          See all their lines side by side
        </StandaloneLink>
      </p>
    </section>
  );
}

/** Of this report alone, because its verdict includes the failures of the others. */
const hasFailed = ({ status, panelReports }: CoaDto) =>
  status === 'failed' || panelReports.some(({ verdict, overLimit }) => verdict === 'failed' || overLimit.length > 0);

function Row({ test, isShown, isNewest }: { test: Test; isShown: boolean; isNewest: boolean }) {
  const marks = [isNewest && 'newest', isShown && 'on this page'].filter(Boolean).join(', ');
  return (
    <tr>
      <th scope="row" className="wrap-anywhere">
        {isShown ? test.labName : <TextLink to={paths.certificate(test.reference)}>{test.labName}</TextLink>}
        <span className="block font-normal text-ink-soft">
          <Mono>{test.labReportId ?? test.reference}</Mono>, tested {formatDay(test.testDate)}
          {marks && ` (${marks})`}
        </span>
      </th>
      <td className="num">{formatMg(test.thcContent)}</td>
      <td className="num">{formatCbd(test.cbdContent)}</td>
      <td className={test.doNotDrink ? 'font-semibold text-clay' : undefined}>
        {test.doNotDrink && test.statusLabel !== 'Failed' ? 'Above a limit' : test.statusLabel}
        {test.failureDismissal && <span className="block font-normal text-ink-soft">no longer stands</span>}
      </td>
    </tr>
  );
}
