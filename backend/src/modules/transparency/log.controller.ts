import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Controller, Get, Header, Inject, NotFoundException, Param } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { TileRange } from '../../domain/transparency/merkle-tree.js';
import { LogSigner } from '../../domain/transparency/ports.js';
import { hashesOfLevel, parseTilePath } from '../../domain/transparency/tile-path.js';
import { CONFIG, type Config } from '../../platform/config.js';
import { Public } from '../../platform/http/access.js';
import { LogProofs, type ProvenEntries } from './log-proofs.js';
import { TypeOrmLogStore } from './typeorm-log.store.js';

const TEXT = 'text/plain; charset=utf-8';
const BYTES = 'application/octet-stream';
/** What is in a tile never changes. */
const FOR_EVER = 'public, max-age=31536000, immutable';
/** A shared cache that answers with an older checkpoint would look like a log that shrinks. */
const NOT_CACHED = 'no-store';

/** The log in the form that programs of others read (c2sp.org/tlog-tiles), and proofs from it. Any site may read it. */
@ApiExcludeController()
@Controller('log')
@Public()
export class LogController {
  constructor(
    private readonly store: TypeOrmLogStore,
    private readonly proofs: LogProofs,
    @Inject(LogSigner) private readonly signer: LogSigner | null,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Get('checkpoint')
  @Header('content-type', TEXT)
  @Header('cache-control', NOT_CACHED)
  @Header('access-control-allow-origin', '*')
  async checkpoint(): Promise<string> {
    const newest = await this.store.newestCheckpoint();
    if (!newest) throw new NotFoundException();
    return newest.note;
  }

  @Get('vkey')
  @Header('content-type', TEXT)
  @Header('cache-control', NOT_CACHED)
  @Header('access-control-allow-origin', '*')
  verifierKey(): string {
    if (!this.signer) throw new NotFoundException();
    return `${this.signer.verifierKey}\n`;
  }

  /** Programs that verify without the rest of our code. */
  @Get('verify-log.:language')
  @Header('content-type', TEXT)
  @Header('cache-control', NOT_CACHED)
  @Header('access-control-allow-origin', '*')
  verifier(@Param('language') language: string): Promise<string> {
    if (language !== 'py' && language !== 'mjs') throw new NotFoundException();
    return readFile(join(this.config.contentRoot, `verify-log.${language}`), 'utf8');
  }

  @Get('tile/entries/*')
  @Header('content-type', BYTES)
  @Header('cache-control', FOR_EVER)
  @Header('access-control-allow-origin', '*')
  async entries(@Param('*') path: string): Promise<Buffer> {
    const texts = await this.store.texts(await this.published(0, path));
    return Buffer.concat(texts.flatMap(withLength));
  }

  @Get('tile/:level/*')
  @Header('content-type', BYTES)
  @Header('cache-control', FOR_EVER)
  @Header('access-control-allow-origin', '*')
  async tile(@Param('level') level: string, @Param('*') path: string): Promise<Buffer> {
    if (!/^(\d|[1-5]\d|6[0-3])$/.test(level)) throw new NotFoundException();
    const range = await this.published(Number(level), path);
    const find = await this.store.hashes([range]);
    return Buffer.concat(
      Array.from({ length: range.end - range.start }, (_, index) => find(range.level, range.start + index)),
    );
  }

  /** The proof that a certificate was published, as `CB-7K3M-9QXD.tlog-proof`; 404 until it is in the log. */
  @Get('proofs/:file')
  @Header('content-type', TEXT)
  @Header('cache-control', NOT_CACHED)
  @Header('access-control-allow-origin', '*')
  async proof(@Param('file') file: string): Promise<string> {
    const ref = asPrinted(file.replace(/\.tlog-proof$/, ''));
    const [first] = (await this.proofs.about({ ref })).entries;
    if (!first) throw new NotFoundException();
    return first.proof;
  }

  /** Everything about a certificate, or a notice. */
  @Get('entries/:reference')
  @Header('cache-control', NOT_CACHED)
  @Header('access-control-allow-origin', '*')
  entriesAbout(@Param('reference') reference: string): Promise<ProvenEntries> {
    return this.proofs.about({ ref: asPrinted(reference) });
  }

  /** Everything about documents whose SHA-256 begins with these 4 digits. Asking with so few hides which document is meant. */
  @Get('files/:prefix')
  @Header('cache-control', NOT_CACHED)
  @Header('access-control-allow-origin', '*')
  files(@Param('prefix') prefix: string): Promise<ProvenEntries> {
    if (!/^[\da-f]{4}$/.test(prefix)) throw new NotFoundException();
    return this.proofs.about({ filePrefix: prefix });
  }

  /** @throws NotFoundException for what the newest checkpoint does not cover */
  private async published(level: number, path: string): Promise<TileRange> {
    const range = parseTilePath(level, path);
    const newest = range && (await this.store.newestCheckpoint());
    if (!newest || range.end > hashesOfLevel(newest.size, level)) throw new NotFoundException();
    return range;
  }
}

/** People type our references in any case; other names of entries are exact. */
const asPrinted = (typed: string) => (/^cbn?-/i.test(typed) ? typed.toUpperCase() : typed);

function withLength(text: string): readonly Buffer[] {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(Buffer.byteLength(text));
  return [length, Buffer.from(text)];
}
