import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectralCore from '@stoplight/spectral-core';
import spectralRulesets from '@stoplight/spectral-rulesets';
import { DOCUMENT_FILE } from '../api/document.js';

export interface Finding {
  readonly linter: 'redocly' | 'spectral';
  readonly rule: string;
  /** JSON pointer (RFC 6901) to the violation. */
  readonly pointer: string;
  readonly message: string;
}

interface Exception extends Pick<Finding, 'linter' | 'rule' | 'pointer'> {
  readonly why: string;
}

/**
 * Intentional violations in our documents. In a pointer, `*` matches one segment. An exception that is not needed fails
 * a test.
 */
export const EXCEPTIONS: readonly Exception[] = [
  {
    linter: 'redocly',
    rule: 'info-license',
    pointer: '/info',
    why: 'The owner has not decided on a license, and a document may not make one up',
  },
  {
    linter: 'spectral',
    rule: 'oas3-operation-security-defined',
    pointer: '/paths/*/*/security/0/partnerKey/0',
    why: 'OpenAPI 3.1 lets any kind of security name the roles it needs; the rule knows only the scopes of OAuth 2',
  },
];

const isExempt = (finding: Finding, { linter, rule, pointer }: Exception) =>
  linter === finding.linter &&
  rule === finding.rule &&
  new RegExp(`^${pointer.replaceAll('*', '[^/]+')}$`).test(finding.pointer);

/** @returns violations without an exception, one per line */
export const unexcused = (findings: readonly Finding[]): string[] =>
  findings
    .filter((finding) => !EXCEPTIONS.some((exception) => isExempt(finding, exception)))
    .map(({ linter, rule, pointer, message }) => `${linter} ${rule} at ${pointer}: ${message}`);

/** @returns exceptions for this linter that match no finding */
export const unneeded = (linter: Finding['linter'], findings: readonly Finding[]): Exception[] =>
  EXCEPTIONS.filter((one) => one.linter === linter && !findings.some((finding) => isExempt(finding, one)));

/** Redocly's strictest ruleset; warnings count as errors. */
export async function redocly(document: unknown): Promise<Finding[]> {
  const config = await createConfig({ extends: ['recommended-strict'] });
  const problems = await lintFromString({ source: JSON.stringify(document), config, absoluteRef: DOCUMENT_FILE });
  return problems.map(({ ruleId, message, location: [place] }) => ({
    linter: 'redocly',
    rule: ruleId,
    pointer: String(place?.pointer).replace(/^#/, ''),
    message,
  }));
}

const step = (name: string | number) => `/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`;

/** `spectral:oas`; warnings and hints count as errors. */
export async function spectral(document: unknown): Promise<Finding[]> {
  const linter = new spectralCore.Spectral();
  // The types require a part that its own ruleset does not have.
  linter.setRuleset(spectralRulesets.oas as Parameters<typeof linter.setRuleset>[0]);
  const results = await linter.run(document as Record<string, unknown>);
  return results.map(({ code, path, message }) => ({
    linter: 'spectral',
    rule: String(code),
    pointer: path.map(step).join(''),
    message,
  }));
}
