import { Body, Controller, Get, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AuditTrail } from '../../../../domain/audit/audit.js';
import type { Certificate } from '../../../../domain/coa-registry/certificate/certificate.js';
import { CertificateNotFound } from '../../../../domain/coa-registry/certificate/certificate-lifecycle.js';
import { CertificateDocuments } from '../../../../domain/coa-registry/certificate/ports.js';
import { CertificateReview } from '../../../../domain/coa-registry/review/certificate-review.js';
import { PendingDecisions } from '../../../../domain/coa-registry/review/pending-decisions.js';
import { ReviewQueue } from '../../../../domain/coa-registry/review/review-queue.js';
import { Submissions } from '../../../../domain/coa-registry/submission/submissions.js';
import type { Actor } from '../../../../domain/shared/audit.js';
import { CurrentActor, StaffOnly } from '../../../../platform/http/access.js';
import { ApiProblems } from '../../../../platform/http/api-problems.js';
import { Created, Ok, Operation, UuidParam } from '../../../../platform/http/operation.js';
import {
  decodeCursor,
  encodeCursor,
  PageOf,
  type PageResponse,
  pageResponse,
} from '../../../../platform/http/paging.js';
import { CertificateResults } from '../../certificate/certificate-results.js';
import { DismissFailureDto } from '../../certificate/http/failure-dismissal.dto.js';
import { SubmissionDto, toSubmissionDto } from '../../submission/http/submission.dto.js';
import { draftOf } from '../../submission/http/submit.dto.js';
import {
  ApprovalDto,
  AttachmentDto,
  CommentsDto,
  CorrectionLinkDto,
  RejectionDto,
  StaffAmendmentDto,
  toApproval,
  VersionDto,
  WithdrawalDto,
} from './decision.dto.js';
import { SubmissionInContextDto, toSubmissionInContextDto } from './submission-context.dto.js';
import { HistoryEventDto, toHistoryEventDto } from './submission-history.dto.js';
import {
  QueueCountsDto,
  QueuedSubmissionDto,
  queuePositionSchema,
  SubmissionListQueryDto,
  toQueueCountsDto,
  toQueuedSubmissionDto,
} from './submission-queue.dto.js';

const SubmissionId = () => UuidParam('id', 'Identity of the submission', CertificateNotFound);

/** The problems with which every change of a submission can fail. */
const ApiChangeProblems = () => ApiProblems(409, 412);

@ApiTags('Staff review')
@Controller('api/staff')
@StaffOnly('reviewer')
export class ReviewController {
  constructor(
    private readonly queue: ReviewQueue,
    private readonly results: CertificateResults,
    private readonly review: CertificateReview,
    private readonly pending: PendingDecisions,
    private readonly submissions: Submissions,
    private readonly documents: CertificateDocuments,
    private readonly auditTrail: AuditTrail,
  ) {}

  @Get('submissions')
  @Operation(
    'List submissions',
    'The review queue, oldest first unless `sort` says otherwise. Filter by standing, by where it came from or by ' +
      'text, or ask only for what is overdue. Follow the `Link` header for the next page.',
  )
  @PageOf(QueuedSubmissionDto)
  async listSubmissions(
    @Query() { cursor, overdue, spotChecks, submissionStatus: lifecycle, ...query }: SubmissionListQueryDto,
  ): Promise<PageResponse<QueuedSubmissionDto>> {
    const { sort } = query;
    const after = decodeCursor(cursor, queuePositionSchema(sort));
    const page = await this.queue.page({
      ...query,
      lifecycle,
      overdueOnly: overdue,
      spotChecksOnly: spotChecks,
      after,
    });
    const pending = await this.pending.waitingFor(page.items.map(({ certificate }) => certificate.id));
    return pageResponse(
      page,
      (row) => toQueuedSubmissionDto(row, pending.get(row.certificate.id)),
      (position) => encodeCursor({ sort, ...position }),
    );
  }

  @Get('submission-counts')
  @Operation(
    'Count what is waiting',
    'How many submissions wait, are overdue, or are with their submitters. The console shows these next ' +
      'to its menu.',
  )
  @Ok(QueueCountsDto, 'Counts as of now')
  async getSubmissionCounts(): Promise<QueueCountsDto> {
    return toQueueCountsDto(await this.queue.counts());
  }

  @Get('submissions/:id')
  @Operation(
    'Get a submission with its context',
    'Shows who sent it, with all comments and findings. Next to it are related certificates that the registry has. ' +
      'Send its `version` back with each decision.',
  )
  @Ok(SubmissionInContextDto, 'The submission')
  async getSubmission(@SubmissionId() id: string): Promise<SubmissionInContextDto> {
    const context = await this.queue.submissionInContext(id);
    const pending = await this.pending.waitingFor([id]);
    return toSubmissionInContextDto(context, this.results.read(context.certificate), pending.get(id));
  }

  @Get('submissions/:id/history')
  @Operation(
    'Get the history of a submission',
    'Who did what and when, oldest first, with reasons and comments. Of very many changes, the latest 200. Names of ' +
      'people whose data was erased are gone.',
  )
  @Ok([HistoryEventDto], 'Who did what, and when')
  async getSubmissionHistory(@SubmissionId() id: string): Promise<HistoryEventDto[]> {
    const entries = await this.auditTrail.history(`certificate:${id}`);
    return (await this.queue.history(id, entries)).map(toHistoryEventDto);
  }

  @Put('submissions/:id/document')
  @Operation(
    'Give a submission its document',
    "Attaches the lab's PDF to a submission that is not decided yet, or another one in place of the one that it has. " +
      'Send the PDF with `uploadStaffDocument` first. If someone changed the submission since you read it, the answer is ' +
      '412 `changed-meanwhile`.',
  )
  @Ok(SubmissionDto, 'With its document')
  @ApiChangeProblems()
  async attachDocument(
    @SubmissionId() id: string,
    @Body() { version, documentSha256 }: AttachmentDto,
    @CurrentActor() actor: Actor,
  ): Promise<SubmissionDto> {
    return this.answer(await this.review.attach(id, version, documentSha256, actor));
  }

  @Post('submissions/:id/approval')
  @Operation(
    'Publish a submission',
    'Records what the reviewer confirmed for each panel and publishes the certificate. The submitter is ' +
      'told by email or webhook. Open `major` comments block it (409 `blocked-by-comments`), and so does a PDF that ' +
      'software still reads (409 `document-being-read`). Without a PDF that is `ready` or `unreadable`, say why in ' +
      '`documentAbsence`. If the brand has a published certificate of this batch, say with `publishAs` whether this one is ' +
      'a retest or an amendment (409 `batch-already-published`). If someone changed it since you read it, the answer is 412 `changed-meanwhile`.',
  )
  @Ok(SubmissionDto, 'Published')
  @ApiChangeProblems()
  async approveSubmission(
    @SubmissionId() id: string,
    @Body() body: ApprovalDto,
    @CurrentActor() actor: Actor,
  ): Promise<SubmissionDto> {
    const { seen, approval } = toApproval(body);
    return this.answer(await this.review.approve(id, seen, approval, actor));
  }

  @Post('submissions/:id/rejection')
  @Operation(
    'Reject a submission',
    'Ends the submission for good. The submitter gets the reason word for word, so write it for them. If ' +
      'it was already decided, the answer is 409 `already-decided`.',
  )
  @Ok(SubmissionDto, 'Rejected')
  @ApiChangeProblems()
  async rejectSubmission(
    @SubmissionId() id: string,
    @Body() { version, reason }: RejectionDto,
    @CurrentActor() actor: Actor,
  ): Promise<SubmissionDto> {
    return this.answer(await this.review.reject(id, version, reason, actor));
  }

  @Post('submissions/:id/change-request')
  @Operation(
    'Ask the submitter for changes',
    'Sends the submission back with comments, at least one of them `major`. Someone without an account ' +
      'gets a link to answer; a lab uses its key. It answers 409 `nobody-to-ask` for a certificate that ' +
      'staff entered themselves.',
  )
  @Ok(SubmissionDto, 'Sent back')
  @ApiChangeProblems()
  async requestChanges(
    @SubmissionId() id: string,
    @Body() { version, comments }: CommentsDto,
    @CurrentActor() actor: Actor,
  ): Promise<SubmissionDto> {
    return this.answer(await this.review.requestChanges(id, version, comments, actor));
  }

  @Post('submissions/:id/comments')
  @Operation(
    'Comment without deciding',
    'Adds comments that the submitter can see. The submission stays in the queue. An open `major` comment' +
      ' blocks publication until it is resolved.',
  )
  @Created(SubmissionDto, 'Commented')
  @ApiChangeProblems()
  async addComments(
    @SubmissionId() id: string,
    @Body() { version, comments }: CommentsDto,
    @CurrentActor() actor: Actor,
  ): Promise<SubmissionDto> {
    return this.answer(await this.review.comment(id, version, comments, actor));
  }

  @Post('submissions/:id/comments/:commentId/settlement')
  @Operation(
    'Resolve a comment',
    'Says that a comment has been dealt with. Once no `major` comment is open, the submission can be ' + 'published.',
  )
  @Ok(SubmissionDto, 'Resolved')
  @ApiChangeProblems()
  async settleComment(
    @SubmissionId() id: string,
    @UuidParam('commentId', 'Identity of the comment', CertificateNotFound, '7c9e6679-7425-40de-944b-e07fc1f90ae7')
    commentId: string,
    @Body() { version }: VersionDto,
    @CurrentActor() actor: Actor,
  ): Promise<SubmissionDto> {
    return this.answer(await this.review.resolveComment(id, version, commentId, actor));
  }

  @Get('submissions/:id/correction-link')
  @Operation(
    'Get the link for sending changes',
    'The same link that was emailed to the submitter, for when the email got lost. Anyone who has it can ' +
      'change the submission, so send it only to the submitter. It answers 409 `not-awaiting-changes` ' +
      'unless changes were requested, and 409 `lab-answers-itself` for a lab.',
  )
  @Ok(CorrectionLinkDto, 'The link')
  @ApiProblems(409)
  async getCorrectionLink(@SubmissionId() id: string): Promise<CorrectionLinkDto> {
    const { token } = await this.submissions.correctionToken(id);
    return { path: `/corrections/${token}` };
  }

  @Post('submissions/:id/withdrawal')
  @Operation(
    'Withdraw a published certificate',
    'Takes it out of lists and totals for good. Its address still works and says that it was withdrawn, ' +
      'and why: your reason is public. The submitter is told. A certificate that is not published is ' +
      'answered 409 `not-published`.',
  )
  @Ok(SubmissionDto, 'Withdrawn; its address says so')
  @ApiChangeProblems()
  async withdrawCertificate(
    @SubmissionId() id: string,
    @Body() { version, reason }: WithdrawalDto,
    @CurrentActor() actor: Actor,
  ): Promise<SubmissionDto> {
    return this.answer(await this.review.withdraw(id, version, reason, actor));
  }

  @Post('submissions/:id/spot-check')
  @Operation(
    'Confirm a spot check',
    'Records that you checked a certificate that a trusted lab published without a reviewer, and that it agrees with its ' +
      'evidence. If it does not, withdraw or amend it: then more of the certificates of that lab are checked for 90 days. ' +
      'One that is not to be checked is answered 409 `already-decided`.',
  )
  @Ok(SubmissionDto, 'Checked')
  @ApiChangeProblems()
  async confirmSpotCheck(
    @SubmissionId() id: string,
    @Body() { version }: VersionDto,
    @CurrentActor() actor: Actor,
  ): Promise<SubmissionDto> {
    return this.answer(await this.review.confirmSpotCheck(id, version, actor));
  }

  @Post('submissions/:id/failure-dismissal')
  @Operation(
    'Record why a failure no longer stands',
    'For a published certificate that failed: the batch was tested again after remediation, or the laboratory erred. Your ' +
      'reason is public. The certificate keeps saying that it failed; the other ones of its batch no longer begin with it and ' +
      'still mention it.',
  )
  @Ok(SubmissionDto, 'Recorded; its page says so')
  @ApiChangeProblems()
  async dismissFailure(
    @SubmissionId() id: string,
    @Body() { version, reason, retest, explanation }: DismissFailureDto,
    @CurrentActor() actor: Actor,
  ): Promise<SubmissionDto> {
    const dismissal = { reason, explanation, retest: retest ?? null };
    return this.answer(await this.review.dismissFailure(id, version, dismissal, actor));
  }

  @Post('submissions/:id/failure-reinstatement')
  @Operation(
    'Let a failure stand again',
    'Undoes what `dismissFailure` recorded. Every certificate of the batch begins with the failure again.',
  )
  @Ok(SubmissionDto, 'The failure stands')
  @ApiChangeProblems()
  async reinstateFailure(
    @SubmissionId() id: string,
    @Body() { version }: VersionDto,
    @CurrentActor() actor: Actor,
  ): Promise<SubmissionDto> {
    return this.answer(await this.review.reinstateFailure(id, version, actor));
  }

  @Post('submissions/:id/amendment')
  @Operation(
    'Replace a published certificate',
    'A published certificate is never overwritten. This publishes a new one that takes its place, and the' +
      ' old address says what replaced it and why: your reason is public. If an amendment by the lab is ' +
      'already waiting, the answer is 409 `amendment-under-way`.',
  )
  @Created(SubmissionDto, 'The certificate that took its place')
  @ApiChangeProblems()
  async amendCertificate(
    @SubmissionId() id: string,
    @Body() body: StaffAmendmentDto,
    @CurrentActor() actor: Actor,
  ): Promise<SubmissionDto> {
    const { version, reason, status, panels, documentSha256, documentAbsence, staffReadFields, ...content } = body;
    const amendment = { draft: draftOf(content), documentId: documentSha256 ?? null, reason };
    const approval = { status, panels, documentAbsence: documentAbsence ?? null, confirmed: staffReadFields ?? [] };
    return this.answer(await this.review.amendAsStaff(id, version, amendment, approval, actor));
  }

  private async answer(certificate: Certificate): Promise<SubmissionDto> {
    const { documentId } = certificate;
    return toSubmissionDto(certificate, documentId === null ? null : await this.documents.byId(documentId));
  }
}
