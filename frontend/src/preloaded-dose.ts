import { matchPath } from 'react-router';
import type { DoseRequestDto } from './api/generated/types.gen';
import { inputsOfLink, readDoseLink, requestOf } from './components/dosing/dose-inputs';
import { pathOf } from './pages';

interface Call {
  readonly operation: 'calculateDose';
  readonly url: string;
  readonly payload: DoseRequestDto;
}

/**
 * The call for the result that the calculator's page shows: the page table can't describe it, because only the form knows
 * when a link is complete, and how it becomes a request.
 * @param url path and query of any page
 */
export function doseCallsOf(url: string): Call[] {
  const { pathname, searchParams } = new URL(`http://localhost${url}`);
  if (!matchPath(pathOf('doseCalculator'), pathname)) return [];
  const inputs = inputsOfLink(readDoseLink(searchParams));
  return inputs ? [{ operation: 'calculateDose', url: '/api/calculate-dose', payload: requestOf(inputs) }] : [];
}
