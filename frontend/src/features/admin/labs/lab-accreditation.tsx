import type { ReactNode } from 'react';
import type { AccreditationDto, LabDto } from '../../../api/generated/types.gen';
import { Badge } from '../../../ui/badge';
import { WarningIcon } from '../../../ui/icons';
import { textLink } from '../../../ui/link-styles';
import { Notice } from '../../../ui/messages/notice';
import { PanelSection } from '../../../ui/panel-section';
import { formatDay } from '../../../ui/text/days';

/** A lab's accreditation as staff entered it. It was not verified with the accreditation body. */
export function LabAccreditation({ lab: { accreditation } }: { lab: LabDto }) {
  return (
    <PanelSection id="accreditation" title="Accreditation">
      {accreditation ? <Facts accreditation={accreditation} /> : <p>None entered. Add it under Details.</p>}
    </PanelSection>
  );
}

function Facts({ accreditation }: { accreditation: AccreditationDto }) {
  const { body, number, scopeUrl, expiresOn, enteredOn, state } = accreditation;
  return (
    <>
      {expiresOn && state === 'expired' && (
        <Notice tone="danger" title={`This entry expired on ${formatDay(expiresOn)}`}>
          Ask the lab for its current accreditation, then update it under Details.
        </Notice>
      )}
      {expiresOn && state === 'expiring' && (
        <Notice tone="caution" title={`This entry expires on ${formatDay(expiresOn)}`}>
          Ask the lab for its renewed accreditation.
        </Notice>
      )}
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
        <Fact name="Accreditation body">{body}</Fact>
        <Fact name="Number">{number ?? 'Not entered'}</Fact>
        <Fact name="Expires">{expiresOn ? formatDay(expiresOn) : 'Not entered'}</Fact>
        <Fact name="Scope">
          {scopeUrl ? (
            <a href={scopeUrl} rel="noreferrer" className={`${textLink} wrap-anywhere`}>
              {scopeUrl}
            </a>
          ) : (
            'Not entered'
          )}
        </Fact>
      </dl>
      <p className="text-sm text-ink-soft">
        As entered by staff on {formatDay(enteredOn)}. We did not verify it with the accreditation body.
      </p>
    </>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-ink-soft">{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  );
}

/** Shown next to a lab's name when its accreditation needs attention. */
export function AccreditationBadge({ lab: { accreditation } }: { lab: LabDto }) {
  if (accreditation?.state !== 'expired' && accreditation?.state !== 'expiring') return null;
  const isExpired = accreditation.state === 'expired';
  return (
    <Badge tone={isExpired ? 'clay' : 'citrus'} icon={<WarningIcon className="size-3.5" />}>
      {isExpired ? 'Accreditation expired' : 'Accreditation expires soon'}
    </Badge>
  );
}
