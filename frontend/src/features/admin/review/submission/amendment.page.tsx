import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { errorMessage } from '../../../../api/api';
import { getSubmissionOptions } from '../../../../api/generated/@tanstack/react-query-staff.gen';
import type { SubmissionDto } from '../../../../api/generated/types.gen';
import { Breadcrumbs } from '../../../../components/breadcrumbs';
import {
  certificateControls,
  ProductFields,
  WebsiteField,
} from '../../../../components/coa-registry/certificate-fields';
import { samplerOptions } from '../../../../components/coa-registry/printed-sample';
import { ResultLines } from '../../../../components/documents/result-lines-table';
import { QueryResult } from '../../../../components/query-result';
import { paths } from '../../../../paths';
import { Button } from '../../../../ui/button';
import { SelectField } from '../../../../ui/fields/select-field';
import { TextField } from '../../../../ui/fields/text-field';
import { TextareaField } from '../../../../ui/fields/textarea-field';
import { standaloneLink } from '../../../../ui/link-styles';
import { Dialog, DialogClose } from '../../../../ui/messages/dialog';
import { EmptyState } from '../../../../ui/messages/empty-state';
import { Notice } from '../../../../ui/messages/notice';
import { VerdictFields } from '../decision/verdict-fields';
import { DocumentChoiceFields } from '../document/document-choice';
import { CertificateDifferenceTable } from './certificate-difference-table';
import { useAmendment } from './use-amendment';

/** Corrects a published certificate by publishing a new one that replaces it. The old one stays readable. */
export function Component() {
  const { id = '' } = useParams();
  const submission = useQuery({ ...getSubmissionOptions({ path: { id } }), staleTime: 0 });
  return (
    <QueryResult
      query={submission}
      loadingLabel="Loading the certificate"
      errorTitle="We couldn't load this certificate"
      headingLevel={1}
      keepsStaleData
    >
      {(original) =>
        original.submissionStatus === 'approved' ? (
          <AmendmentForm key={id} original={original} />
        ) : (
          <NotPublished id={id} />
        )
      }
    </QueryResult>
  );
}

function NotPublished({ id }: { id: string }) {
  const back = (
    <Link to={paths.staff.submission(id)} className={standaloneLink}>
      Back to the certificate
    </Link>
  );
  return (
    <EmptyState headingLevel={1} title="You can't amend this one" actions={back}>
      You can only amend a published certificate.
    </EmptyState>
  );
}

function AmendmentForm({ original }: { original: SubmissionDto }) {
  const amendment = useAmendment(original);
  const { problems, error } = amendment;
  const { text, milligrams } = certificateControls(amendment.form);
  return (
    <div className="mx-auto stack max-w-text gap-6">
      <Header original={original} />
      <form noValidate onSubmit={amendment.check} className="stack gap-6">
        <TextareaField
          label="Reason"
          required
          maxLength={1000}
          hint="Anyone can read this on both certificates' pages."
          error={problems.reason}
          value={amendment.reason}
          onChange={(event) => amendment.setReason(event.target.value)}
        />
        <fieldset className="stack gap-5">
          <legend className="mb-4 font-serif text-xl font-semibold">The certificate</legend>
          <TextField label="Brand name" required {...text('brandName')} />
          <WebsiteField text={text} />
          <ProductFields text={text} milligrams={milligrams}>
            <div className="grid gap-5 sm:grid-cols-2">
              <SelectField
                label="Who picked the can"
                options={samplerOptions('brand', 'laboratory', 'store')}
                {...text('sample.sampledBy')}
              />
              <TextField label="Bought by" {...text('sample.boughtBy')} />
            </div>
          </ProductFields>
        </fieldset>
        <fieldset className="stack gap-5">
          <legend className="mb-4 font-serif text-xl font-semibold">Results</legend>
          <VerdictFields verdict={amendment.verdict} problems={problems} onChange={amendment.setVerdict} />
        </fieldset>
        <fieldset className="stack gap-5">
          <legend className="mb-4 font-serif text-xl font-semibold">The lab's PDF</legend>
          <DocumentChoiceFields {...amendment.documentChoice} problems={problems} />
          {amendment.resultLines.lines.length > 0 && <ResultLines {...amendment.resultLines} />}
        </fieldset>
        {error instanceof Error && <PublishError error={error} id={original.id} />}
        <Button type="submit" className="justify-self-start">
          Compare and publish…
        </Button>
      </form>
      <ConfirmationDialog {...amendment.confirmation} />
    </div>
  );
}

function Header({ original: { id, reference } }: { original: SubmissionDto }) {
  return (
    <header className="stack gap-3">
      <Breadcrumbs
        links={[
          { to: paths.staff.queue, label: 'Review queue' },
          { to: paths.staff.submission(id), label: reference },
        ]}
        current="Amend"
      />
      <h1 className="text-2xl">Amend a certificate</h1>
      <p className="text-ink-soft">
        We never edit a published certificate. What you enter here is published as a new one that replaces it. The old
        one keeps its page and shows your reason.
      </p>
    </header>
  );
}

function PublishError({ error, id }: { error: Error; id: string }) {
  return (
    <Notice
      tone="danger"
      title="We couldn't publish the amendment"
      role="alert"
      actions={
        <Link to={paths.staff.submission(id)} className={standaloneLink}>
          See the current certificate
        </Link>
      }
    >
      {errorMessage(error)}
    </Notice>
  );
}

type ConfirmationDialogProps = ReturnType<typeof useAmendment>['confirmation'];

/** What changes, before it is published. */
function ConfirmationDialog({ isOpen, close, differences, reason, isPublishing, publish }: ConfirmationDialogProps) {
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(open) => {
        if (!open) close();
      }}
      title="Publish this amendment?"
      description="It replaces the published certificate right away. You can't undo this."
      actions={
        <>
          <DialogClose asChild>
            <Button variant="secondary">Back to the form</Button>
          </DialogClose>
          <Button
            disabled={differences.length === 0}
            pending={isPublishing}
            pendingText="Publishing…"
            onClick={publish}
          >
            Publish amendment
          </Button>
        </>
      }
    >
      <div className="stack gap-4">
        <CertificateDifferenceTable differences={differences} />
        <p className="text-sm wrap-anywhere">Reason: {reason}</p>
      </div>
    </Dialog>
  );
}
