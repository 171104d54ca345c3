import type { FieldError } from '../../shared/domain-error.js';
import { type AnalyteResult, PANELS, type Panel } from '../../shared/result-terms.js';
import { utf8Bytes } from '../../shared/utf8.js';

export type { AnalyteResult, Panel } from '../../shared/result-terms.js';

/** What a certificate says as a whole. `pending`: results outstanding. */
export const CERTIFICATE_STATUSES = ['passed', 'failed', 'pending'] as const;
export type CertificateStatus = (typeof CERTIFICATE_STATUSES)[number];

/**
 * What is known about one panel. `pending`: outstanding or not yet confirmed; `not_tested`: the report says that the
 * panel was not tested; `not_reported`: there is no information about it.
 */
export const PANEL_VERDICTS = ['passed', 'failed', 'not_tested', 'pending', 'not_reported'] as const;
export type PanelVerdict = (typeof PANEL_VERDICTS)[number];

export type PanelVerdicts = Readonly<Record<Panel, PanelVerdict>>;

/** Status and panels as the submitter reports them. They count only once a reviewer confirms them or the lab is trusted. */
export interface ReportedResults {
  readonly status: CertificateStatus;
  readonly panels: PanelVerdicts;
}

/** The panels that contradict `passed`: failed ones and those still pending. */
export const contradicting = ({ status, panels }: ReportedResults): readonly Panel[] =>
  status === 'passed' ? PANELS.filter((panel) => panels[panel] === 'failed' || panels[panel] === 'pending') : [];

/** Field errors for a status and panels that contradict each other. */
export const contradictionsIn = (reported: ReportedResults): readonly FieldError[] =>
  contradicting(reported).map((panel) => ({
    field: `panels.${panel}`,
    code: 'contradictory',
    message:
      reported.panels[panel] === 'failed'
        ? "A certificate with a failed panel can't have the status passed"
        : 'While this panel is pending, the status must be pending',
  }));

/**
 * Maximum size of results in a free form, in bytes of JSON in UTF-8. A full panel takes some 10 kB; anything longer
 * belongs in the file that the certificate links to. Stored ones from before this limit can be longer.
 */
export const RAW_RESULTS_MAX_BYTES = 20_000;

/** @param raw any JSON; undefined when there is none */
export const areTooLong = (raw: unknown): boolean =>
  raw !== undefined && utf8Bytes(JSON.stringify(raw)) > RAW_RESULTS_MAX_BYTES;

/** A certificate's results: the reviewer's verdict on each panel, and the laboratory's lines. */
export interface TestResults {
  readonly version: 1;
  readonly panels: PanelVerdicts;
  readonly analytes: readonly AnalyteResult[];
  /** What the submitter sent when it did not have the shape above: kept for the reviewer, never published. */
  readonly submitted?: unknown;
  /** Kept for the reviewer, never published as it is. */
  readonly reported?: ReportedResults;
}

/** Before review nothing is confirmed, whatever the submitter says. */
export const UNCONFIRMED_PANELS: PanelVerdicts = {
  pesticides: 'pending',
  heavyMetals: 'pending',
  microbials: 'pending',
  residualSolvents: 'pending',
};
