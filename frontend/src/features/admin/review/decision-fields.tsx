import { Notice } from '../../../ui/notice';
import { TextareaField } from '../../../ui/textarea-field';
import { CommentFields } from './comment-fields';
import type { Draft } from './decision';
import { AbsenceField } from './document/absence-field';
import { type SecondCertificate, SecondCertificateFields } from './second-certificate-fields';
import { VerdictFields } from './verdict-fields';

export interface DecisionFieldsProps {
  /** The submission, when the brand has published certificates of its batch. */
  second?: SecondCertificate | undefined;
  draft: Draft;
  /** Whether there is a document that an approval can rest on. */
  hasEvidence: boolean;
  /** Error messages by field. */
  problems: Readonly<Record<string, string>>;
  onChange: (changed: Partial<Draft>) => void;
  /** Below the label of a rejection's reason. */
  reasonHint: string;
}

/** The fields for the kind of decision that the draft has. */
export function DecisionFields({ second, draft, hasEvidence, problems, onChange, reasonHint }: DecisionFieldsProps) {
  return (
    <>
      {draft.kind === 'approve' && (
        <>
          <VerdictFields verdict={draft.verdict} problems={problems} onChange={(verdict) => onChange({ verdict })} />
          {second && (
            <SecondCertificateFields submission={second} draft={draft} problems={problems} onChange={onChange} />
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
