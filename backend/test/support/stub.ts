/** A port of which a test uses these methods only; a call to another one fails. */
export const stub = <Port extends object>(methods: Partial<Port> = {}): Port => methods as Port;

/** A method of a port that no test calls without a database. */
export async function onlyInDatabase(): Promise<never> {
  throw new Error('only the database has this');
}
