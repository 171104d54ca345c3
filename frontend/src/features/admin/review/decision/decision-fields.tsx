import { Link } from 'react-router';
import type { RelatedCoaDto, ReviewFindingDto, SubmissionInContextDto } from '../../../../api/generated/types.gen';
import { VERDICT_LABELS } from '../../../../components/coa-registry/panel-verdicts';
import { paths } from '../../../../paths';
import { SelectField } from '../../../../ui/fields/select-field';
import { TextareaField } from '../../../../ui/fields/textarea-field';
import { textLink } from '../../../../ui/link-styles';
import { Notice } from '../../../../ui/messages/notice';
import { Mono } from '../../../../ui/mono';
import { formatDay } from '../../../../ui/text/days';
import { formatMg } from '../../../../ui/text/figures';
import { AbsenceField } from '../document/absence-field';
import { CommentFields } from './comment-fields';
import { type Draft, errorsToExplain, isAmendment, RETEST } from './decision';
import { VerdictFields } from './verdict-fields';

interface DecisionFieldsProps {
  /** The submission, when the brand has published certificates of its batch. */
  second?: SecondCertificate | undefined;
  draft: Draft;
  /** Whether there is a document that an approval can be based on. */
  hasEvidence: boolean;
  /** What the automatic checks found. */
  findings?: readonly ReviewFindingDto[];
  /** Error messages by field. */
  problems: Readonly<Record<string, string>>;
  onChange: (changed: Partial<Draft>) => void;
  /** Below the label of a rejection's reason. */
  reasonHint: string;
}

/** The fields for the kind of decision that the draft has. */
export function DecisionFields(props: DecisionFieldsProps) {
  const { second, draft, hasEvidence, findings = [], problems, onChange, reasonHint } = props;
  const errors = errorsToExplain(draft.verdict, findings);
  return (
    <>
      {draft.kind === 'approve' && (
        <>
          <VerdictFields verdict={draft.verdict} problems={problems} onChange={(verdict) => onChange({ verdict })} />
          {second && (
            <SecondCertificateFields submission={second} draft={draft} problems={problems} onChange={onChange} />
          )}
          {errors.length > 0 && (
            <TextareaField
              label="Why it can be published all the same"
              required
              maxLength={1000}
              hint={`${errors[0]?.message} Everyone can read what you write here.`}
              error={problems.overrideReason}
              value={draft.overrideReason}
              onChange={(event) => onChange({ overrideReason: event.target.value })}
            />
          )}
          {!hasEvidence && (
            <AbsenceField
              value={draft.documentAbsence}
              error={problems.documentAbsence}
              onChange={(documentAbsence) => onChange({ documentAbsence })}
            />
          )}
        </>
      )}
      {draft.kind === 'changes' && (
        <CommentFields comments={draft.comments} problems={problems} onChange={(comments) => onChange({ comments })} />
      )}
      {draft.kind === 'reject' && (
        <TextareaField
          label="Reason"
          required
          maxLength={1000}
          hint={reasonHint}
          error={problems.reason}
          value={draft.reason}
          onChange={(event) => onChange({ reason: event.target.value })}
        />
      )}
      {problems.comments && (
        <Notice tone="danger" role="alert">
          {problems.comments}
        </Notice>
      )}
    </>
  );
}

/** A submission whose batch has published certificates. */
type SecondCertificate = Pick<
  SubmissionInContextDto,
  'labName' | 'labReportId' | 'testDate' | 'thcContent' | 'cbdContent' | 'supersedes' | 'publishedForBatch'
>;

interface SecondCertificateFieldsProps {
  submission: SecondCertificate;
  draft: Pick<Draft, 'publishAs' | 'amendmentReason'>;
  /** Error messages by field. */
  problems: Readonly<Record<string, string>>;
  onChange: (changed: Partial<Draft>) => void;
}

/** The published certificates of the batch beside this one, and whether it is a retest or replaces one of them. */
function SecondCertificateFields({ submission, draft, problems, onChange }: SecondCertificateFieldsProps) {
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
