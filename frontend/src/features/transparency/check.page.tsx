import { useMutation } from '@tanstack/react-query';
import { TextLink } from '../../components/links';
import { usePageMeta } from '../../hooks/use-page-meta';
import { paths } from '../../paths';
import { FileField } from '../../ui/fields/file-field';
import { textLink } from '../../ui/link-styles';
import { Notice } from '../../ui/messages/notice';
import { Section } from '../../ui/section';
import { checkDocument, type DocumentAnswer } from './check-document';

/** Compares a PDF with what the public log says we published. The file stays on the device. */
export function Component() {
  usePageMeta('check');
  const check = useMutation({ mutationFn: checkDocument });
  return (
    <div className="stack max-w-text gap-6">
      <h1>Check a Document</h1>
      <p>
        Someone gave you a lab report as a PDF? See whether it is byte for byte the one that we published. Your browser
        compares it with our public log; the file stays on your device, and we learn only 4 of the 64 digits of its
        hash.
      </p>
      <FileField
        label="Lab report (PDF)"
        hint="Choose the file itself. One that was printed or saved again is another file."
        withoutScripts="This needs JavaScript. The Python program below works without it."
        prompt="Choose a PDF"
        accept="application/pdf"
        onChoose={(file) => file && check.mutate(file)}
      />
      <div role="status" className="stack gap-3">
        {check.isPending && <p>Checking…</p>}
        {check.isSuccess && <Answer {...check.data} />}
        {check.isError && (
          <Notice tone="danger" title="We couldn't check it">
            Your connection failed, your browser cannot verify signatures, or the answer of our server is not what the
            log was signed for. Don't rely on the document. Try again, or use the Python program below.
          </Notice>
        )}
      </div>
      <Section id="what-this-proves" title="What this proves, and what it doesn't">
        <p>
          It proves that we published exactly this file, and that our log was not rewritten unnoticed, as long as
          someone kept an earlier state of it. It does not prove that the lab is honest, that the sample is real, that
          your can is from this batch, or that our reviewer was right. Nor does it prove that the report still stands:
          the page of the certificate says that.
        </p>
        <p>
          This page is only our word too.{' '}
          <a className={textLink} href="/log/verify-log.py">
            A short Python program
          </a>{' '}
          checks the same without us, from a proof that you keep. How that works:{' '}
          <TextLink to={paths.log}>the public log</TextLink>.
        </p>
      </Section>
    </div>
  );
}

function Answer({ certificates, isWaiting }: DocumentAnswer) {
  if (certificates.length === 0) {
    return (
      <Notice tone="caution" title="Not byte-identical to anything we published">
        {isWaiting
          ? 'Something that we published a moment ago is not in the log yet. Try again in a minute.'
          : 'A PDF that was saved again differs, even if it looks the same. Compare its figures with the page of the batch.'}
      </Notice>
    );
  }
  return (
    <>
      {certificates.map(({ reference, state, replacedBy, index }) => {
        const link = <TextLink to={paths.certificate(reference)}>{reference}</TextLink>;
        if (state === 'published') {
          return (
            <Notice key={reference} tone="info" title={<>This is the document we published for {link}</>}>
              Log entry {index}.{isWaiting && ' There may be newer entries that are not in the log yet.'} Its page says
              what the report found, and whether it still stands.{' '}
              <a className={textLink} href={`/log/proofs/${reference}.tlog-proof`} download>
                Keep the proof
              </a>
            </Notice>
          );
        }
        return (
          <Notice
            key={reference}
            tone="danger"
            title={
              <>
                We published this document for {link}, and it has been {state}
              </>
            }
          >
            Log entry {index}. Do not rely on it.{' '}
            {replacedBy && <TextLink to={paths.certificate(replacedBy)}>See {replacedBy}</TextLink>}
          </Notice>
        );
      })}
    </>
  );
}
