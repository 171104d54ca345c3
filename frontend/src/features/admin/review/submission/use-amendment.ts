import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { ApiError } from '../../../../api/api';
import { amendCertificateMutation } from '../../../../api/generated/@tanstack/react-query-staff.gen';
import type { SubmissionDto } from '../../../../api/generated/types.gen';
import { certificateContentResolver } from '../../../../components/coa-registry/certificate-form.schema';
import { type CertificateContentForm, withoutBlanks } from '../../../../components/coa-registry/certificate-values';
import { sentSample } from '../../../../components/coa-registry/printed-sample';
import { confirmedLines, type OfferedLine, offeredLines } from '../../../../components/documents/result-lines';
import { useForm } from '../../../../hooks/use-form';
import { paths } from '../../../../paths';
import { toast } from '../../../../ui/messages/toast-store';
import { type UnfinishedVerdict, type Verdict, verdictProblems } from '../decision/decision';
import { pictureOf } from '../document/document-addresses';
import { type DocumentChoice, type DocumentFields, initialChoice, resolveChoice } from '../document/document-choice';
import { keptSha256, notAttachable, usePdfUpload } from '../document/pdf-field';
import { certificateDifferences, toComparable } from './certificate-difference';

const contentOf = (original: SubmissionDto): CertificateContentForm => ({
  brandName: original.brandName,
  website: original.website ?? '',
  productName: original.productName,
  batchId: original.batchId,
  thcContent: original.thcContent,
  cbdContent: original.cbdContent,
  testDate: original.testDate,
  labName: original.labName,
  coaFileUrl: original.coaFileUrl ?? '',
  notes: original.notes ?? '',
  'sample.sampledBy': original.sample?.sampledBy ?? '',
  'sample.boughtBy': original.sample?.boughtBy ?? '',
});

/** The form state of an amendment, which is first checked, then compared with the original, then published. */
export function useAmendment(original: SubmissionDto) {
  const { panels } = original.testResults;
  const form = useForm<CertificateContentForm>({
    resolver: certificateContentResolver,
    defaultValues: contentOf(original),
  });
  const [verdict, setVerdict] = useState<UnfinishedVerdict>({ status: original.status, panels });
  const [reason, setReason] = useState('');
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const [documentChoice, setDocumentChoice] = useState<DocumentChoice>(() => initialChoice(original.document));
  const upload = usePdfUpload();
  const read = documentChoice.kind === 'new' && upload.state?.step === 'read' ? upload.state.document : null;
  const [lines, setLines] = useState<readonly OfferedLine[]>([]);
  useEffect(() => setLines(offeredLines(read?.rows ?? [])), [read]);
  const confirmed = confirmedLines(lines);
  /** Without confirmed lines of a new PDF, the lab's lines carry over to the new certificate. */
  const analytes = confirmed.length > 0 ? confirmed : original.testResults.analytes;
  /** The valid form values while the confirmation dialog is open. */
  const [checked, setChecked] = useState<{ content: CertificateContentForm; document: DocumentFields } | null>(null);
  const amend = useAmendMutation((error) => {
    setChecked(null);
    for (const { field, message } of error instanceof ApiError ? error.fields : []) {
      if (field in contentOf(original)) form.setError(field as keyof CertificateContentForm, { message });
    }
  });
  const check = form.handleSubmit((content) => {
    const chosen = resolveChoice(documentChoice, {
      kept: original.document,
      sent: keptSha256(upload.state),
      missing: notAttachable(upload.state?.step),
    });
    const found = {
      ...verdictProblems(verdict),
      ...(reason.trim() ? {} : { reason: 'Explain why you are replacing it' }),
      ...('problems' in chosen ? chosen.problems : {}),
    };
    setProblems(found);
    if (Object.keys(found).length === 0 && 'fields' in chosen) setChecked({ content, document: chosen.fields });
  });
  const content = checked && withoutBlanks(checked.content, sentSample(original.sample).sample);
  const differences = checked
    ? certificateDifferences(toComparable(original), {
        ...checked.content,
        sample: content?.sample ?? null,
        documentSha256: 'documentSha256' in checked.document ? checked.document.documentSha256 : null,
        analytes,
        verdict: verdict as Verdict,
      })
    : [];
  const publish = () => {
    if (!checked || !content) return;
    const body = {
      ...content,
      ...checked.document,
      ...(verdict as Verdict),
      version: original.version,
      reason,
      testResults: { analytes },
    };
    amend.mutate({ path: { id: original.id }, body });
  };
  return {
    form,
    verdict,
    setVerdict,
    reason,
    setReason,
    /** Lines of a new PDF; its pages have the pictures. */
    resultLines: {
      lines,
      onChange: setLines,
      pages: read?.pages ?? [],
      srcOf: (page: number) => pictureOf(read?.sha256 ?? '', page),
      earlier: original.testResults.analytes.length,
    },
    documentChoice: { kept: original.document, choice: documentChoice, onChange: setDocumentChoice, upload },
    problems,
    check,
    error: amend.error,
    confirmation: {
      isOpen: checked !== null,
      close: () => setChecked(null),
      differences,
      reason,
      isPublishing: amend.isPending,
      publish,
    },
  };
}

function useAmendMutation(onError: (error: unknown) => void) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    ...amendCertificateMutation(),
    onSuccess: async (amended) => {
      toast({ title: 'Amended', description: "The old certificate's page now says what replaced it." });
      await queryClient.invalidateQueries();
      navigate(paths.staff.submission(amended.id));
    },
    onError,
  });
}
