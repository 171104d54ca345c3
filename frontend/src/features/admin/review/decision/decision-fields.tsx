import type { ReviewFindingDto } from '../../../../api/generated/types.gen';
import { TextareaField } from '../../../../ui/fields/textarea-field';
import { Notice } from '../../../../ui/messages/notice';
import { AbsenceField } from '../document/absence-field';
import { CommentFields } from './comment-fields';
import { type Draft, errorsToExplain } from './decision';
import { type SecondCertificate, SecondCertificateFields } from './second-certificate-fields';
import { VerdictFields } from './verdict-fields';

export interface DecisionFieldsProps {
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
