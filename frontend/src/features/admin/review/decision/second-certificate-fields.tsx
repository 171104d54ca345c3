import { Link } from 'react-router';
import type { RelatedCoaDto, SubmissionInContextDto } from '../../../../api/generated/types.gen';
import { VERDICT_LABELS } from '../../../../components/coa-registry/panel-verdicts';
import { paths } from '../../../../paths';
import { SelectField } from '../../../../ui/fields/select-field';
import { TextareaField } from '../../../../ui/fields/textarea-field';
import { textLink } from '../../../../ui/link-styles';
import { Mono } from '../../../../ui/mono';
import { formatDay } from '../../../../ui/text/days';
import { formatMg } from '../../../../ui/text/figures';
import { type Draft, isAmendment, RETEST } from './decision';

/** A submission whose batch has published certificates. */
export type SecondCertificate = Pick<
  SubmissionInContextDto,
  'labName' | 'labReportId' | 'testDate' | 'thcContent' | 'cbdContent' | 'supersedes' | 'publishedForBatch'
>;

export interface SecondCertificateFieldsProps {
  submission: SecondCertificate;
  draft: Pick<Draft, 'publishAs' | 'amendmentReason'>;
  /** Error messages by field. */
  problems: Readonly<Record<string, string>>;
  onChange: (changed: Partial<Draft>) => void;
}

/** The published certificates of the batch beside this one, and whether it is a retest or replaces one of them. */
export function SecondCertificateFields({ submission, draft, problems, onChange }: SecondCertificateFieldsProps) {
  const { publishedForBatch: published, supersedes } = submission;
  const amendments = supersedes === null ? published : [];
  return (
    <>
      <table className="data-table">
        <caption className="pb-2 text-start font-semibold">
          This batch is already published. Compare the reports.
        </caption>
        <thead>
          <tr>
            <th scope="col">Lab report</th>
            <th scope="col" className="num">
              THC
            </th>
            <th scope="col" className="num">
              CBD
            </th>
          </tr>
        </thead>
        <tbody>
          <Row coa={submission} name="This submission" />
          {published.map((coa) => (
            <Row
              key={coa.id}
              coa={coa}
              name={
                <Link to={paths.staff.submission(coa.id)} className={textLink}>
                  <Mono>{coa.reference}</Mono>
                </Link>
              }
              result={VERDICT_LABELS[coa.status]}
            />
          ))}
        </tbody>
      </table>
      <SelectField
        label="Publish it as"
        required
        hint="A retest is listed beside the other reports. An amendment replaces one, whose page then says so."
        error={problems.publishAs}
        value={draft.publishAs}
        options={[
          { value: '', label: 'Choose', disabled: true },
          { value: RETEST, label: 'A retest of the batch' },
          ...amendments.map(({ reference, labName }) => ({
            value: reference,
            label: `An amendment of ${reference} (${labName})`,
          })),
        ]}
        onChange={(event) => onChange({ publishAs: event.target.value })}
      />
      {isAmendment(draft) && (
        <TextareaField
          label="Why does it replace that certificate?"
          required
          maxLength={1000}
          hint="Anyone can read this on both certificates."
          error={problems.amendmentReason}
          value={draft.amendmentReason}
          onChange={(event) => onChange({ amendmentReason: event.target.value })}
        />
      )}
    </>
  );
}

interface RowProps {
  coa: Pick<RelatedCoaDto, 'labName' | 'labReportId' | 'testDate' | 'thcContent' | 'cbdContent'>;
  name: React.ReactNode;
  result?: string;
}

function Row({ coa, name, result }: RowProps) {
  return (
    <tr>
      <th scope="row" className="wrap-anywhere">
        {name}
        <span className="block font-normal text-ink-soft">
          {coa.labName}, {coa.labReportId ? <Mono>{coa.labReportId}</Mono> : 'no report number'},{' '}
          {formatDay(coa.testDate)}
          {result && `, ${result.toLowerCase()}`}
        </span>
      </th>
      <td className="num">{formatMg(coa.thcContent)}</td>
      <td className="num">{formatMg(coa.cbdContent)}</td>
    </tr>
  );
}
