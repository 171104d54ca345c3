import { writeSync } from 'node:fs';
import type { LoggerService } from '@nestjs/common';
import { type DestinationStream, type Logger, pino } from 'pino';

/**
 * @param instance added to each line, so that several instances can share a log
 * @param stream destination instead of standard output
 */
export function createLogger(level: string, instance: string | null = null, stream?: DestinationStream): Logger {
  const options = {
    level,
    base: instance === null ? undefined : { instance },
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: serializeError },
  };
  return pino(options, stream ?? new StandardOutput());
}

const STANDARD_OUTPUT = 1;

/**
 * Drops lines that can't be written, e.g. on a full disk or a closed pipe, where pino's own stream would end the process.
 * Logs the number of lost lines when writing works again.
 */
class StandardOutput implements DestinationStream {
  private lost = 0;

  write(line: string): void {
    try {
      writeSync(STANDARD_OUTPUT, this.lost > 0 ? this.lostLinesNotice() + line : line);
      this.lost = 0;
    } catch {
      this.lost += 1;
    }
  }

  private lostLinesNotice(): string {
    return `${JSON.stringify({ level: 40, time: new Date().toISOString(), lost: this.lost, msg: 'lines of the log were lost' })}\n`;
  }
}

/** Logs an error's name, message, and stack only: TypeORM errors also contain query parameters, which can be personal data. */
function serializeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: redactAddresses(String(error)) };
  const { name, message, stack = '' } = error;
  const code = 'code' in error ? error.code : undefined;
  const plain = containsValue(code) ? '(what PostgreSQL said repeats a value)' : redactAddresses(message);
  return {
    type: name,
    message: plain,
    stack: redactAddresses(stack.replace(message, () => plain)),
    ...('code' in error ? { code } : {}),
  };
}

/** SQLSTATE class 22: `invalid input syntax for type uuid: "…"`. */
const containsValue = (code: unknown) => typeof code === 'string' && /^22\w{3}$/.test(code);

/** Removes email addresses, which libraries put into error messages. Leaves paths of scoped packages, which start with @. */
const redactAddresses = (text: string) =>
  // Match at word starts only; otherwise the regex would retry at every character of a long word (quadratic time).
  text.replace(/(?<![^\s"'`<>()/@=:,;])[^\s"'`<>()/@=:,;]+@[^\s"'`<>()/@]+\.[^\s"'`<>()/@]+/g, '(address)');

/** Sends Nest's messages to the same log; its startup messages at level debug. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, context?: string): void {
    this.logger.debug({ context }, String(message));
  }
  warn(message: unknown, context?: string): void {
    this.logger.warn({ context }, String(message));
  }
  error(message: unknown, stack?: string, context?: string): void {
    this.logger.error({ context, stack }, String(message));
  }
  fatal(message: unknown, context?: string): void {
    this.logger.fatal({ context }, String(message));
  }
}
