import { Tables1795219200000 } from './1795219200000-tables.js';
import { SearchCountersAndGuards1795219200001 } from './1795219200001-search-counters-and-guards.js';
import { Contact1795219200002 } from './1795219200002-contact.js';
import { PublicationOrder1795219200003 } from './1795219200003-publication-order.js';
import { PartnerLabs1795219200004 } from './1795219200004-partner-labs.js';
import { StaffSecurity1795219200005 } from './1795219200005-staff-security.js';
import { StaffConsole1795219200006 } from './1795219200006-staff-console.js';
import { Webhooks1795219200007 } from './1795219200007-webhooks.js';
import { Review1795219200008 } from './1795219200008-review.js';
import { Idempotency1795219200009 } from './1795219200009-idempotency.js';
import { Bulk1795219200010 } from './1795219200010-bulk.js';
import { BrandNames1795219200011 } from './1795219200011-brand-names.js';
import { MailDelivery1795219200020 } from './1795219200020-mail-delivery.js';
import { NewsletterIssues1795219200022 } from './1795219200022-newsletter-issues.js';
import { PublicChanges1795300000001 } from './1795300000001-public-changes.js';
import { ListsFromIndexes1795300000011 } from './1795300000011-lists-from-indexes.js';
import { RequestCounts1795300000031 } from './1795300000031-request-counts.js';
import { Retention1795300000061 } from './1795300000061-retention.js';
import { PanelTotals1795330000001 } from './1795330000001-panel-totals.js';
import { SearchAsTyped1795700000001 } from './1795700000001-search-as-typed.js';
import { BatchesOfBrands1795800000001 } from './1795800000001-batches-of-brands.js';
import { ReviewQueue1795810000001 } from './1795810000001-review-queue.js';
import { TakenBack1795820000001 } from './1795820000001-taken-back.js';
import { LabAccreditation1795820000002 } from './1795820000002-lab-accreditation.js';
import { LabCertificates1795820000003 } from './1795820000003-lab-certificates.js';
import { MailSearch1795820000004 } from './1795820000004-mail-search.js';
import { LabReports1795830000001 } from './1795830000001-lab-reports.js';
import { PendingTests1795840000001 } from './1795840000001-pending-tests.js';
import { ComparableNames1795850000001 } from './1795850000001-comparable-names.js';
import { Documents1795900000001 } from './1795900000001-documents.js';
import { DocumentsOfCertificates1795910000001 } from './1795910000001-documents-of-certificates.js';
import { DocumentChecks1795920000001 } from './1795920000001-document-checks.js';
import { PrintedSample1795940000001 } from './1795940000001-printed-sample.js';
import { PrintedText1795940000002 } from './1795940000002-printed-text.js';
import { FiltersOfLists1795950000001 } from './1795950000001-filters-of-lists.js';
import { Products1795950000002 } from './1795950000002-products.js';
import { Retests1795960000001 } from './1795960000001-retests.js';
import { StoredVerdicts1795970000001 } from './1795970000001-stored-verdicts.js';
import { ReferenceChanges1795980000001 } from './1795980000001-reference-changes.js';
import { DoNotDrink1795990000001 } from './1795990000001-do-not-drink.js';
import { Doubts1796000000001 } from './1796000000001-doubts.js';
import { FailureDismissals1796100000001 } from './1796100000001-failure-dismissals.js';
import { ShownStatus1796100000002 } from './1796100000002-shown-status.js';
import { SpotChecks1796100000003 } from './1796100000003-spot-checks.js';
import { ReportNumbers1796200000001 } from './1796200000001-report-numbers.js';
import { ListedVerdicts1796200000002 } from './1796200000002-listed-verdicts.js';
import { EventPositions1796300000001 } from './1796300000001-event-positions.js';
import { ChangedCertificates1796300000002 } from './1796300000002-changed-certificates.js';
import { ReportKeys1796310000001 } from './1796310000001-report-keys.js';
import { SendersOfDocuments1796320000001 } from './1796320000001-senders-of-documents.js';
import { BrandMergers1796330000001 } from './1796330000001-brand-mergers.js';
import { PendingDecisions1796350000001 } from './1796350000001-pending-decisions.js';
import { VerdictsInArrays1796360000001 } from './1796360000001-verdicts-in-arrays.js';
import { ReportRequests1796370000001 } from './1796370000001-report-requests.js';
import { LabIncidents1796380000001 } from './1796380000001-lab-incidents.js';
import { EndedByLab1796382000001 } from './1796382000001-ended-by-lab.js';
import { ProblemReports1796384000001 } from './1796384000001-problem-reports.js';
import { LaboratoryCounts1796386000001 } from './1796386000001-laboratory-counts.js';
import { Samplers1796388000001 } from './1796388000001-samplers.js';
import { Follows1796390000001 } from './1796390000001-follows.js';
import { Notices1796400000001 } from './1796400000001-notices.js';
import { BrandClaims1796410000001 } from './1796410000001-brand-claims.js';
import { TransparencyLog1796420000001 } from './1796420000001-transparency-log.js';
import { LogOutcomes1796430000001 } from './1796430000001-log-outcomes.js';

/** In order; append only. */
export const migrations = [
  Tables1795219200000,
  SearchCountersAndGuards1795219200001,
  Contact1795219200002,
  PublicationOrder1795219200003,
  PartnerLabs1795219200004,
  StaffSecurity1795219200005,
  StaffConsole1795219200006,
  Webhooks1795219200007,
  Review1795219200008,
  Idempotency1795219200009,
  Bulk1795219200010,
  BrandNames1795219200011,
  MailDelivery1795219200020,
  NewsletterIssues1795219200022,
  PublicChanges1795300000001,
  ListsFromIndexes1795300000011,
  RequestCounts1795300000031,
  Retention1795300000061,
  PanelTotals1795330000001,
  SearchAsTyped1795700000001,
  BatchesOfBrands1795800000001,
  ReviewQueue1795810000001,
  TakenBack1795820000001,
  LabAccreditation1795820000002,
  LabCertificates1795820000003,
  MailSearch1795820000004,
  LabReports1795830000001,
  PendingTests1795840000001,
  ComparableNames1795850000001,
  Documents1795900000001,
  DocumentsOfCertificates1795910000001,
  DocumentChecks1795920000001,
  PrintedSample1795940000001,
  PrintedText1795940000002,
  FiltersOfLists1795950000001,
  Products1795950000002,
  Retests1795960000001,
  StoredVerdicts1795970000001,
  ReferenceChanges1795980000001,
  DoNotDrink1795990000001,
  Doubts1796000000001,
  FailureDismissals1796100000001,
  ShownStatus1796100000002,
  SpotChecks1796100000003,
  ReportNumbers1796200000001,
  ListedVerdicts1796200000002,
  EventPositions1796300000001,
  ChangedCertificates1796300000002,
  ReportKeys1796310000001,
  SendersOfDocuments1796320000001,
  BrandMergers1796330000001,
  PendingDecisions1796350000001,
  VerdictsInArrays1796360000001,
  ReportRequests1796370000001,
  LabIncidents1796380000001,
  EndedByLab1796382000001,
  ProblemReports1796384000001,
  LaboratoryCounts1796386000001,
  Samplers1796388000001,
  Follows1796390000001,
  Notices1796400000001,
  BrandClaims1796410000001,
  TransparencyLog1796420000001,
  LogOutcomes1796430000001,
];
