import { useQuery } from '@tanstack/react-query';
import { errorMessage } from '../../../../api/api';
import { getCorrectionLinkOptions } from '../../../../api/generated/@tanstack/react-query-staff.gen';
import { Button } from '../../../../ui/button';
import { TextField } from '../../../../ui/fields/text-field';
import { CopyIcon } from '../../../../ui/icons';
import { Notice } from '../../../../ui/messages/notice';
import { copyText } from '../../../../ui/sharing/copy-text';

export interface CorrectionLinkProps {
  submissionId: string;
  /** Whether the link was emailed to the submitter. */
  isMailed: boolean;
}

/** The link with which a submitter, who has no account, sends the requested changes. */
export function CorrectionLink({ submissionId, isMailed }: CorrectionLinkProps) {
  // Fetched before the click: browsers allow writing to the clipboard only during a user gesture.
  const link = useQuery({ ...getCorrectionLinkOptions({ path: { id: submissionId } }), staleTime: 0 });
  if (link.isError) return <Notice tone="danger">{errorMessage(link.error)}</Notice>;
  const address = link.data ? new URL(link.data.path, window.location.origin).href : '';
  const copy = () =>
    copyText(address, {
      copied: { title: 'Link copied' },
      failed: { title: "Couldn't copy the link", description: 'Select the link and copy it.' },
    });
  return (
    <div className="stack gap-3">
      <p className="text-sm text-ink-soft">
        {isMailed &&
          "We emailed the comments and a link to the submitter. If the email doesn't arrive, copy this link. "}
        Anyone with this link can change the submission, once, for 30 days. Send it only to the submitter. It stops
        working when they send their changes or you make a decision.
      </p>
      <TextField label="Correction link" readOnly value={address} onFocus={(event) => event.target.select()} />
      <Button
        variant="secondary"
        className="justify-self-start"
        icon={<CopyIcon className="size-5" />}
        pending={link.isPending}
        onClick={copy}
      >
        Copy correction link
      </Button>
    </div>
  );
}
