import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import { getCorrectionOptions } from '../../api/generated/@tanstack/react-query.gen';
import { resubmitCoa } from '../../api/generated/sdk-site.gen';
import type { CorrectionDto, SubmissionReceiptDto } from '../../api/generated/types.gen';
import { EMPTY_FORM } from '../../components/coa-registry/certificate-values';
import { ReviewComments } from '../../components/coa-registry/review-comments';
import { ButtonLink } from '../../components/links';
import { RecordPage } from '../../components/record-page';
import { usePageMeta } from '../../hooks/use-page-meta';
import { paths } from '../../paths';
import { Loading, Skeleton } from '../../ui/messages/skeleton';
import { Mono } from '../../ui/mono';
import { Section } from '../../ui/section';
import { CertificateForm, FORM_PAGE, type Submission, useSubmissionReceipt } from './certificate-form';
import { Receipt } from './receipt';

/** Lets a submitter without an account make requested changes. The link authorizes them, once. */
export function Component() {
  const { token = '' } = useParams();
  const [receipt, setReceipt] = useState(useSubmissionReceipt());
  // Not cached: the link expires once it is used.
  const correction = useQuery({ ...getCorrectionOptions({ path: { token } }), gcTime: 0 });
  if (receipt) {
    return (
      <Receipt receipt={receipt} title="We got your changes">
        A reviewer will look at your submission again. You don't need to do anything else. The link you used no longer
        works.
      </Receipt>
    );
  }
  return (
    <RecordPage
      query={correction}
      loading={
        <Loading label="Loading your submission">
          <Skeleton className="mx-auto h-96 w-full max-w-text" />
        </Loading>
      }
      missing={{
        head: 'correction',
        title: 'This link no longer works',
        text: 'Either the changes were already sent, there is already a decision, or the link is older than 30 days. If you still need to change something, write to us and include your reference.',
      }}
      failed={{ head: 'correction', title: "We couldn't load your submission" }}
      actions={
        <>
          <ButtonLink to={paths.contact}>Write to us</ButtonLink>
          <ButtonLink to={paths.coas} variant="secondary">
            Browse COAs
          </ButtonLink>
        </>
      }
    >
      {(found) => <Correction token={token} correction={found} onSent={setReceipt} />}
    </RecordPage>
  );
}

interface CorrectionProps {
  token: string;
  correction: CorrectionDto;
  onSent: (receipt: SubmissionReceiptDto) => void;
}

function Correction({ token, correction, onSent }: CorrectionProps) {
  usePageMeta('correction');
  const { reference, comments, testResults, sample, document, documentSha256: _, provenance: __, ...sent } = correction;
  const send = async (submission: Submission) =>
    (await resubmitCoa({ path: { token }, ...submission, throwOnError: true })).data;
  return (
    <div className={FORM_PAGE}>
      <header className="stack max-w-text gap-3">
        <h1>Changes to your submission</h1>
        <p className="text-lg text-ink-soft">
          A reviewer looked at your submission (reference <Mono className="text-ink">{reference}</Mono>) and asked for
          changes. Make the changes below and submit it again. You don't need an account. This link works once.
        </p>
      </header>
      <Section
        id="asked"
        title="What the reviewer asked for"
        className="stack max-w-text gap-3"
        headingClassName="text-xl"
      >
        <ReviewComments comments={comments} />
      </Section>
      <CertificateForm
        defaultValues={{ ...EMPTY_FORM, ...sent, 'sample.sampledBy': sample?.sampledBy ?? '' }}
        unchanged={{ testResults: { analytes: testResults.analytes }, ...(sample && { sample }) }}
        send={send}
        onSent={onSent}
        submitText="Submit changes"
        hasDocument={document !== null && document.state !== 'refused' && document.state !== 'removed'}
      />
    </div>
  );
}
