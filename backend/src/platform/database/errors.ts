/** The SQLSTATE, and the constraint where one was violated, of an error that PostgreSQL reported. */
interface PostgresError {
  readonly code?: string;
  readonly constraint?: string;
}

const postgresError = (error: unknown): PostgresError => {
  const driverError = (error as { driverError?: unknown } | null)?.driverError ?? error;
  return typeof driverError === 'object' && driverError !== null ? driverError : {};
};

/** The violated constraint, by the name we gave it; null for any other error. */
export function violatedConstraint(error: unknown): string | null {
  const { code, constraint } = postgresError(error);
  return code?.startsWith('23') ? (constraint ?? null) : null;
}

/** Lets the violation of one of these constraints be another error, such as that a name is taken. */
export async function onViolation<T>(
  work: Promise<T>,
  constraints: readonly (string | null)[],
  toError: () => Error,
): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw constraints.includes(violatedConstraint(error)) ? toError() : error;
  }
}

/** Network errors, and what pg and TypeORM say without a code when a connection is cut, silent, or not to be had in time. */
const NETWORK = ['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EPIPE', 'EHOSTUNREACH'];
const CUT_OFF =
  /Connection terminated|timeout exceeded when trying to connect|Query read timeout|not queryable|Query runner already released|query runner was already released/i;

/**
 * Whether the database could not be reached or could not take the work on: SQLSTATE classes 08 (connection), 40 (rolled
 * back for another transaction's sake, as in a deadlock), 53 (resources), 57 (operator intervention, statement
 * timeout), 58 (system), 25006 (a primary became a standby), and 55000 (it is closed for maintenance).
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  const { code } = postgresError(error);
  if (code !== undefined) {
    return NETWORK.includes(code) || /^(08|40|53|57|58)/.test(code) || ['25006', '55000'].includes(code);
  }
  return (
    error instanceof Error &&
    (CUT_OFF.test(error.message) || (error instanceof AggregateError && error.errors.some(isDatabaseUnavailable)))
  );
}
