import { writeSync } from 'node:fs';
import type { LoggerService } from '@nestjs/common';
import { type DestinationStream, type Logger, pino } from 'pino';

/**
 * @param instance is part of each line, so that several instances can share a log
 * @param stream replaces the standard output
 */
export function createLogger(level: string, instance: string | null = null, stream?: DestinationStream): Logger {
  const options = {
    level,
    base: instance === null ? undefined : { instance },
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: loggedError },
  };
  return pino(options, stream ?? new StandardOutput());
}

const STANDARD_OUTPUT = 1;

/**
 * Drops lines that cannot be written, because the disk is full or the reader of the log is gone, and logs their number
 * once it can write again. pino's own stream would end the process.
 */
export class StandardOutput implements DestinationStream {
  private lost = 0;

  /** @param descriptor of an open file */
  constructor(private readonly descriptor = STANDARD_OUTPUT) {}

  write(line: string): void {
    try {
      writeSync(this.descriptor, this.lost > 0 ? this.lostLines() + line : line);
      this.lost = 0;
    } catch {
      this.lost += 1;
    }
  }

  private lostLines(): string {
    return `${JSON.stringify({ level: 40, time: new Date().toISOString(), lost: this.lost, msg: 'lines of the log were lost' })}\n`;
  }
}

/** An error's name and stack only: TypeORM's also carry the statement's parameters, which can be personal data. */
function loggedError(error: unknown): object {
  if (!(error instanceof Error)) return { message: withoutValues(String(error)) };
  const { name, message, stack = '' } = error;
  const code = 'code' in error ? error.code : undefined;
  const plain = isAboutValue(code) ? '(what PostgreSQL said repeats a value)' : withoutValues(message);
  return {
    type: name,
    message: plain,
    stack: withoutValues(stack.replace(message, () => plain)),
    ...('code' in error ? { code } : {}),
  };
}

/** SQLSTATE class 22: `invalid input syntax for type uuid: "…"`. */
const isAboutValue = (code: unknown) => typeof code === 'string' && /^22\w{3}$/.test(code);

/** Removes email addresses, which libraries put into error messages; not package folders, which begin with @. */
const withoutValues = (text: string) =>
  // Matches only at the start of a word, to avoid quadratic backtracking.
  text.replace(/(?<![^\s"'`<>()/@=:,;])[^\s"'`<>()/@=:,;]+@[^\s"'`<>()/@]+\.[^\s"'`<>()/@]+/g, '(address)');

/** Writes Nest's messages to the same log. Its start-up messages are debug information. */
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
