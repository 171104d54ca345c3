import { type UseMutationOptions, useMutation, useQuery } from '@tanstack/react-query';
import { type ReactElement, useId, useState } from 'react';
import {
  changeNoticeMutation,
  createNoticeMutation,
  getStaffNoticeOptions,
  previewNoticeMutation,
  publishNoticeMutation,
} from '../../../api/generated/@tanstack/react-query-staff.gen';
import { previewNotice } from '../../../api/generated/sdk-staff.gen';
import type {
  NoticeDraftDto,
  NoticeKind,
  NoticePreviewDto,
  NoticeSelectionDto,
  StaffNoticeDetailDto,
  StaffNoticeDto,
} from '../../../api/generated/types.gen';
import { FormDialog } from '../../../components/admin/form-dialog';
import { SaveError } from '../../../components/admin/save-error';
import { QueryResult } from '../../../components/query-result';
import { Button } from '../../../ui/button';
import { DateField } from '../../../ui/fields/date-field';
import { FileField } from '../../../ui/fields/file-field';
import { SelectField } from '../../../ui/fields/select-field';
import { TextField } from '../../../ui/fields/text-field';
import { TextareaField } from '../../../ui/fields/textarea-field';
import { Notice } from '../../../ui/messages/notice';
import { counted } from '../../../ui/text/counted';
import { NOTICE_KINDS } from './notice-kinds';

export const DraftNotice = () => (
  <NoticeForm
    trigger={<Button>Write a notice</Button>}
    title="Write a notice"
    mutation={createNoticeMutation()}
    toRequest={(body) => ({ body })}
  />
);

export function UpdateNotice({ notice, name }: { notice: StaffNoticeDto; name: string }) {
  const { id, version } = notice;
  const action = notice.number === null ? 'Edit' : 'Update';
  return (
    <NoticeForm
      trigger={
        <Button size="sm" variant="secondary">
          {action}
          <span className="sr-only"> {name}</span>
        </Button>
      }
      title={`${action} ${name}`}
      notice={notice}
      mutation={changeNoticeMutation()}
      toRequest={(body) => ({ path: { id }, body: { ...body, version } })}
    />
  );
}

interface NoticeFormProps<Failure, Request> {
  trigger: ReactElement;
  title: string;
  notice?: StaffNoticeDto;
  mutation: UseMutationOptions<StaffNoticeDto, Failure, Request>;
  toRequest: (body: NoticeDraftDto) => Request;
}

/** The first press looks up the batches, and the second one saves what was shown. */
function NoticeForm<Failure, Request>({
  trigger,
  title,
  notice,
  mutation,
  toRequest,
}: NoticeFormProps<Failure, Request>) {
  const [isOpen, setOpen] = useState(false);
  const preview = useMutation(previewNoticeMutation());
  const found = preview.data;
  const canSave = found !== undefined && found.batches > 0 && found.notFound.length === 0;
  return (
    <FormDialog
      mutation={mutation}
      toRequest={(values) => {
        const body = draftIn(values);
        if (canSave) return toRequest(body);
        const { batches, product } = body;
        preview.mutate({ body: { ...(batches && { batches }), ...(product && { product }) } });
        return null;
      }}
      done={{ title: 'Notice saved. Ask another administrator to publish it.' }}
      onDone={() => setOpen(false)}
      onOpenChange={(open) => {
        setOpen(open);
        preview.reset();
      }}
      refetchAfterError
      trigger={trigger}
      title={title}
      description="Say only what the source says. Everything here is public once a second administrator publishes it, except your name."
      submitLabel={canSave ? `Save it for ${counted(found.batches, 'batch', 'batches')}` : 'Look at the batches'}
      pendingText="Saving…"
    >
      <div onChange={() => preview.reset()} className="stack gap-4">
        {notice ? <StoredFields id={notice.id} isOpen={isOpen} /> : <Fields />}
      </div>
      <SaveError error={preview.error} />
      {preview.isPending && <p role="status">Looking…</p>}
      {found && <Preview preview={found} />}
    </FormDialog>
  );
}

/** With what was written before. */
function StoredFields({ id, isOpen }: { id: string; isOpen: boolean }) {
  const stored = useQuery({ ...getStaffNoticeOptions({ path: { id } }), enabled: isOpen, staleTime: 0, gcTime: 0 });
  return (
    <QueryResult
      query={stored}
      loadingLabel="Loading the notice"
      skeletonClassName="h-64"
      errorTitle="We couldn't load the notice"
    >
      {(found) => <Fields stored={found} />}
    </QueryResult>
  );
}

function Fields({ stored }: { stored?: StaffNoticeDetailDto }) {
  const text = stored?.draft ?? stored?.content;
  const [source, other] = text?.references ?? [];
  const product = stored?.selection?.product;
  return (
    <>
      <SelectField label="What happened" name="kind" options={NOTICE_KINDS} defaultValue={text?.kind} />
      <TextField
        label="Source"
        name="sourceName"
        required
        maxLength={120}
        hint="Who says so, such as an authority or the brand"
        defaultValue={text?.sourceName}
      />
      <TextField
        label="Number"
        name="sourceNumber"
        maxLength={60}
        hint="That of the source. A recall by an authority needs one"
        defaultValue={text?.sourceNumber ?? ''}
      />
      <TextField label="Source link" name="url" type="url" required maxLength={500} defaultValue={source?.url} />
      <DateField label="Day of the source" name="date" required defaultValue={source?.date} />
      <TextField label="Another link" name="otherUrl" type="url" maxLength={500} defaultValue={other?.url} />
      <DateField label="Day of the other link" name="otherDate" defaultValue={other?.date} />
      <TextareaField
        label="Public sentence"
        name="summary"
        required
        rows={3}
        maxLength={300}
        hint="What it means for people who have the can. No email addresses, phone numbers or links."
        defaultValue={text?.summary}
      />
      <TextareaField label="Details" name="details" rows={3} maxLength={2000} defaultValue={text?.details} />
      <BatchList defaultValue={stored?.selection?.batches} />
      <fieldset className="stack gap-4">
        <legend className="font-medium">Or a product, by the days of its tests</legend>
        <TextField label="Brand" name="brandName" maxLength={200} defaultValue={product?.brandName} />
        <TextField label="Product" name="productName" maxLength={200} defaultValue={product?.productName} />
        <div className="grid gap-4 sm:grid-cols-2">
          <DateField label="First test day" name="testedFrom" defaultValue={product?.testedFrom} />
          <DateField label="Last test day" name="testedTo" defaultValue={product?.testedTo} />
        </div>
      </fieldset>
    </>
  );
}

/** Batches, typed, pasted, or from a CSV file. */
function BatchList({ defaultValue }: { defaultValue?: string | undefined }) {
  const id = useId();
  const read = async (file: File | undefined) => {
    const field = document.getElementById(id);
    if (!file || !(field instanceof HTMLTextAreaElement)) return;
    field.value = await file.text();
  };
  return (
    <>
      <TextareaField
        id={id}
        label="Batches"
        name="batches"
        rows={5}
        hint="One in each line: a reference such as CB-7K3M-9QXD, or the brand, a comma, and the batch"
        defaultValue={defaultValue}
      />
      <FileField
        label="Batches from a file"
        hint="CSV: brand, batch, and a product if you like"
        withoutScripts="Paste the lines above."
        prompt="Choose a CSV file"
        accept=".csv,.txt,text/csv,text/plain"
        onChoose={read}
      />
    </>
  );
}

/** What the form says; empty fields are left out. */
function draftIn(values: FormData): NoticeDraftDto {
  const value = (name: string) => String(values.get(name) ?? '').trim();
  const [sourceNumber, details, batches, otherUrl] = ['sourceNumber', 'details', 'batches', 'otherUrl'].map(value);
  const product = {
    brandName: value('brandName'),
    productName: value('productName'),
    testedFrom: value('testedFrom'),
    testedTo: value('testedTo'),
  };
  return {
    kind: value('kind') as NoticeKind,
    sourceName: value('sourceName'),
    summary: value('summary'),
    references: [
      { url: value('url'), date: value('date') },
      ...(otherUrl ? [{ url: otherUrl, date: value('otherDate') }] : []),
    ],
    ...(sourceNumber && { sourceNumber }),
    ...(details && { details }),
    ...(batches && { batches }),
    ...(Object.values(product).some(Boolean) && { product }),
  };
}

function Preview({ preview }: { preview: NoticePreviewDto }) {
  const { batches, withoutReport, notFound, listed } = preview;
  if (notFound.length > 0) {
    return (
      <Notice tone="danger" role="alert" title="Not found">
        <p className="wrap-anywhere">{notFound.join(', ')}</p>
        <p>Correct them, or take them out.</p>
      </Notice>
    );
  }
  return (
    <Notice tone="caution" role="status" title={counted(batches, 'batch', 'batches')}>
      <p>
        {withoutReport === 0
          ? 'Each has a lab report here, which will show this notice before its verdict.'
          : `${withoutReport} of them ${withoutReport === 1 ? 'has' : 'have'} no lab report here. Check how brand and batch are written. A report that comes later will show the notice.`}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long list scrolls by itself, so it must be reachable by keyboard */}
      <ul className="mt-2 max-h-64 overflow-y-auto" tabIndex={0} aria-label="The batches">
        {listed.map(({ brand, product, batch, references }) => (
          <li key={`${brand} ${batch}`} className="wrap-anywhere">
            {brand}, {batch}
            {product && `, ${product}`}: {references.length === 0 ? 'no lab report' : references.join(', ')}
          </li>
        ))}
      </ul>
      {listed.length < batches && <p>These are the first {listed.length}.</p>}
    </Notice>
  );
}

/** Shows the draft and its batches to the second person. */
export function PublishNotice({ notice, name }: { notice: StaffNoticeDto; name: string }) {
  const { id, version, draft } = notice;
  const [isOpen, setOpen] = useState(false);
  const stored = useQuery({ ...getStaffNoticeOptions({ path: { id } }), enabled: isOpen, staleTime: 0 });
  const preview = useQuery({
    queryKey: ['previewNotice', stored.data?.id, stored.data?.version],
    queryFn: async ({ signal }) =>
      (await previewNotice({ body: selectionOf(stored.data), signal, throwOnError: true })).data,
    enabled: isOpen && stored.data !== undefined,
    staleTime: 0,
  });
  const found = preview.data;
  return (
    <FormDialog
      mutation={publishNoticeMutation()}
      toRequest={() => (found ? { path: { id }, body: { version, batches: found.batches } } : null)}
      done={({ number }) => ({ title: `${number} published` })}
      onOpenChange={setOpen}
      refetchAfterError
      trigger={
        <Button size="sm">
          Publish
          <span className="sr-only"> {name}</span>
        </Button>
      }
      title={`Publish ${name}`}
      description="Read it and open the source. From then on every lab report of these batches shows it first."
      submitLabel={found ? `Publish it for ${counted(found.batches, 'batch', 'batches')}` : 'Publish'}
      pendingText="Publishing…"
      isDestructive
    >
      <p className="wrap-anywhere">
        {draft?.sourceName}: {draft?.summary} {draft?.details}
      </p>
      <SaveError error={stored.error ?? preview.error} />
      {isOpen && !found && !stored.error && !preview.error && <p role="status">Looking up the batches…</p>}
      {found && <Preview preview={found} />}
    </FormDialog>
  );
}

function selectionOf(notice: StaffNoticeDetailDto | undefined): NoticeSelectionDto {
  const { batches, product } = notice?.selection ?? {};
  return { ...(batches && { batches }), ...(product && { product }) };
}
