import { Link } from 'react-router';
import { erasePersonalDataMutation } from '../../../api/generated/@tanstack/react-query-staff.gen';
import { exportPersonalData } from '../../../api/generated/sdk-staff.gen';
import type {
  ErasureResultDto,
  HoldingDto,
  PersonalDataErasure,
  PersonalPart,
  PrivacyRequestDto,
} from '../../../api/generated/types.gen';
import { ExportButton } from '../../../components/admin/export-button';
import { FormDialog } from '../../../components/admin/form-dialog';
import { paths } from '../../../paths';
import { Badge, type BadgeTone } from '../../../ui/badge';
import { Button } from '../../../ui/button';
import { rowList } from '../../../ui/fields/row-list';
import { TextField } from '../../../ui/fields/text-field';
import { textLink } from '../../../ui/link-styles';
import { EmptyState } from '../../../ui/messages/empty-state';
import { Notice } from '../../../ui/messages/notice';
import { counted } from '../../../ui/text/counted';

/** The data found for an email address, with what erasing does to it. */
export function FoundData({ request, holdings, onErased }: EraseDialogProps) {
  const held = holdings.filter(({ count }) => count > 0);
  const total = held.reduce((sum, { count }) => sum + count, 0);
  const erasable = held.filter(({ erasure }) => erasure !== 'stays');
  if (held.length === 0) {
    return (
      <div role="status">
        <EmptyState title="No data found">
          <span className="wrap-anywhere">The database has nothing for {request.email}.</span>
        </EmptyState>
      </div>
    );
  }
  return (
    <section aria-labelledby="held" className="stack gap-4">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div role="status" className="min-w-0">
          <h2 id="held" className="text-xl wrap-anywhere">
            Data for {request.email}
          </h2>
          <p className="text-sm text-ink-soft">{counted(total, 'record')} in all</p>
        </div>
        <div className="flex flex-wrap gap-3">
          <ExportButton label="Export JSON" fetchFile={() => readableFile(request)} />
          {erasable.length > 0 && <EraseDialog request={request} holdings={erasable} onErased={onErased} />}
        </div>
      </div>
      <ul className={rowList}>
        {held.map((holding) => (
          <FoundCategory key={holding.part} holding={holding} />
        ))}
      </ul>
    </section>
  );
}

/** Where staff change what an erasure leaves. */
const ELSEWHERE: Partial<Record<PersonalPart, { to: string; label: string }>> = {
  'public-brand-contacts': { to: paths.staff.brands, label: 'Brands' },
  'partner-labs': { to: paths.staff.labs, label: 'Partner labs' },
};

function FoundCategory({
  holding: { part, title, what, count, names, erasure, consequence },
}: {
  holding: HoldingDto;
}) {
  const elsewhere = ELSEWHERE[part];
  return (
    <li className="stack gap-1 bg-surface p-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="text-base">{title}</h3>
        <span className="text-sm text-ink-soft">{counted(count, 'record')}</span>
        <Badge tone={ERASURES[erasure].tone}>{ERASURES[erasure].word} when erased</Badge>
      </div>
      <p className="max-w-text text-sm text-ink-soft">{what}</p>
      <p className="max-w-text text-sm">{consequence}</p>
      {names.length > 0 && <p className="text-sm font-medium wrap-anywhere">{names.join(', ')}</p>}
      {elsewhere && (
        <p className="text-sm">
          <Link to={elsewhere.to} className={textLink}>
            {elsewhere.label}
          </Link>
        </p>
      )}
    </li>
  );
}

/** Indented JSON, because a person reads this file. */
async function readableFile(body: PrivacyRequestDto) {
  const { data, response } = await exportPersonalData({ body, throwOnError: true });
  return { data: new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }), response };
}

interface EraseDialogProps {
  request: PrivacyRequestDto;
  holdings: readonly HoldingDto[];
  onErased: (results: readonly ErasureResultDto[]) => void;
}

function EraseDialog({ request, holdings, onErased }: EraseDialogProps) {
  return (
    <FormDialog
      mutation={erasePersonalDataMutation()}
      toRequest={(values) => ({ body: { ...request, confirmation: String(values.get('confirmation')).trim() } })}
      onDone={onErased}
      refetch={[]}
      trigger={<Button variant="destructive">Erase</Button>}
      title="Erase permanently"
      description="You can't undo this. Export first if they also want a copy."
      submitLabel="Erase data"
      pendingText="Erasing…"
      isDestructive
    >
      <ul className="stack gap-3">
        {holdings.map(({ part, title, count, consequence }) => (
          <li key={part} className="text-sm">
            <strong>
              {title}, {counted(count, 'record')}.
            </strong>{' '}
            {consequence}
          </li>
        ))}
      </ul>
      <TextField
        label="Type the address again"
        name="confirmation"
        type="email"
        required
        autoComplete="off"
        spellCheck={false}
      />
    </FormDialog>
  );
}

/** Takes the focus: the dialog and the button that opened it are removed. */
export function ErasureResult({
  request,
  results,
}: {
  request: PrivacyRequestDto;
  results: readonly ErasureResultDto[];
}) {
  const erased = results.filter(({ count }) => count > 0);
  return (
    <section aria-labelledby="erased" className="stack gap-4">
      <h2 id="erased" tabIndex={-1} ref={focusElement} className="text-xl wrap-anywhere">
        Erased for {request.email}
      </h2>
      <Notice tone="success">
        {erased.length === 0 ? (
          'There was nothing left to erase.'
        ) : (
          <ul className="stack gap-1">
            {erased.map(({ part, title, erasure, count }) => (
              <li key={part}>
                {title}: {counted(count, 'record')} {ERASURES[erasure].word.toLowerCase()}
              </li>
            ))}
          </ul>
        )}
      </Notice>
      <p className="max-w-text text-sm text-ink-soft">
        Tell the person it's erased. Use your own email, because the message they sent here is gone too.
      </p>
    </section>
  );
}

const focusElement = (heading: HTMLElement | null) => heading?.focus();

export const ERASURES: Record<PersonalDataErasure, { word: string; tone: BadgeTone }> = {
  deleted: { word: 'Deleted', tone: 'clay' },
  emptied: { word: 'Cleared', tone: 'citrus' },
  stays: { word: 'Kept', tone: 'pine' },
};
