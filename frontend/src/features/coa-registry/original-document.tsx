import type { CoaDocumentDto, CoaDto } from '../../api/generated/types.gen';
import { TextLink } from '../../components/links';
import { paths } from '../../paths';
import { Button } from '../../ui/button';
import { Collapsible } from '../../ui/collapsible';
import { DataList } from '../../ui/data-list';
import { Notice } from '../../ui/messages/notice';
import { Mono } from '../../ui/mono';
import { formatLongDay } from '../../ui/text/days';
import { formatBytes, formatCount } from '../../ui/text/figures';
import { DocumentPictures } from './document-pictures';
import { noteOn, originsOf, pagesOf, SENDERS } from './document-words';
import { DownloadDocument, isDownloadable } from './download-document';

/** Loaded when it is needed, to keep the first view small. */
const copyHash = (sha256: string) =>
  import('../../components/documents/copy-hash').then((module) => module.copyHash(sha256));

/** The lab's PDF of a certificate: its pages, its file, and what was read from it. */
export function OriginalDocument({ coa }: { coa: CoaDto }) {
  const { document } = coa;
  return (
    <section aria-labelledby="original" className="stack gap-4 print:gap-1">
      <h2 id="original" className="print:hidden">
        The lab's original document
      </h2>
      {document ? (
        <Shown coa={coa} document={document} />
      ) : (
        <>
          <Absent coa={coa} />
          <Origins coa={coa} />
        </>
      )}
    </section>
  );
}

function Absent({ coa: { documentAbsence } }: { coa: CoaDto }) {
  const statement = documentAbsence?.statement ?? 'No PDF came with this record.';
  return <p className="text-sm text-ink-soft">{statement}</p>;
}

function Shown({ coa, document }: { coa: CoaDto; document: CoaDocumentDto }) {
  const note = noteOn(document);
  return (
    <>
      {note ? (
        <Notice tone={note.tone} title={note.title}>
          <p className="wrap-anywhere">{note.text}</p>
        </Notice>
      ) : (
        <p className="max-w-[70ch] text-sm text-ink-soft print:hidden">
          The lab's PDF, as we got it. If it differs from this page, trust the PDF and tell us.
        </p>
      )}
      <PrintedFacts document={document} />
      <div className="grid items-start gap-6 lg:grid-cols-2 print:hidden">
        <div className="stack content-start gap-4">
          <Facts reference={coa.reference} document={document} />
          <Origins coa={coa} />
        </div>
        <DocumentPictures reference={coa.reference} document={document} />
      </div>
    </>
  );
}

/** On paper, the SHA-256 identifies the file. */
function PrintedFacts({
  document: { sha256, bytes, pageCount, receivedAt, receivedFrom },
}: {
  document: CoaDocumentDto;
}) {
  const length = pageCount ? `${pagesOf(pageCount)}, ` : '';
  return (
    <p className="hidden text-sm wrap-anywhere print:block">
      The lab's PDF: {length}
      {formatCount(bytes)} bytes, received {formatLongDay(receivedAt.slice(0, 10))}, from {SENDERS[receivedFrom]}.
      SHA-256 <Mono>{sha256}</Mono>
    </p>
  );
}

function Facts({ reference, document }: { reference: string; document: CoaDocumentDto }) {
  const { sha256, bytes, pageCount, receivedAt, receivedFrom, qrCodes, removal } = document;
  return (
    <>
      <DataList
        className="text-sm"
        items={[
          { label: 'Received', value: `${formatLongDay(receivedAt.slice(0, 10))}, from ${SENDERS[receivedFrom]}` },
          ...(removal ? [{ label: 'Removed', value: formatLongDay(removal.at.slice(0, 10)) }] : []),
          ...(pageCount ? [{ label: 'Length', value: pagesOf(pageCount) }] : []),
          { label: 'Size', value: `${formatBytes(bytes)} (${formatCount(bytes)} bytes)` },
          { label: 'SHA-256', value: <Mono>{sha256}</Mono> },
          ...(qrCodes.length > 0 ? [{ label: 'In its QR code', value: <QrTexts texts={qrCodes} /> }] : []),
        ]}
      />
      <div className="flex flex-wrap gap-3">
        {isDownloadable(document) && <DownloadDocument reference={reference} bytes={bytes} />}
        <Button variant="secondary" size="sm" onClick={() => copyHash(sha256)}>
          Copy the SHA-256
        </Button>
      </div>
      <Collapsible look="plain" summary="What the SHA-256 is for" className="text-sm">
        <p>
          It is the fingerprint of the file. If that of a copy is the same, so are the two files, to the last bit.{' '}
          <TextLink to={paths.check}>Check a copy</TextLink>. It does not tell who made the file.
        </p>
      </Collapsible>
    </>
  );
}

/** Text and not a link: it may lead anywhere. */
function QrTexts({ texts }: { texts: readonly string[] }) {
  return (
    <div className="stack gap-1">
      {texts.map((text) => (
        <Mono key={text} className="[font-variant-ligatures:none]">
          {text}
        </Mono>
      ))}
      <p className="text-ink-soft">We have not opened this and can't vouch for it.</p>
    </div>
  );
}

function Origins({ coa: { provenance } }: { coa: CoaDto }) {
  if (provenance.length === 0) return null;
  return (
    <Collapsible look="plain" summary="Where these figures come from" className="text-sm print:hidden">
      <DataList items={originsOf(provenance)} />
    </Collapsible>
  );
}
