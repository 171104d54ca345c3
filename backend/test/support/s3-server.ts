import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';
import type { S3Options } from '../../src/modules/documents/storage/s3-document.store.js';

const BUCKET = 'certificates';

/** Starts a real S3 server with an empty bucket. */
export async function startS3Server(): Promise<{ options: S3Options; stop: () => Promise<void> }> {
  const directory = mkdtempSync(join(tmpdir(), 'clearbatch-s3-'));
  const server = new S3rver({
    ...{ port: 0, address: '127.0.0.1', silent: true, directory },
    configureBuckets: [{ name: BUCKET, configs: [] }],
  });
  const { port } = await server.run();
  return {
    options: {
      ...{ url: `http://127.0.0.1:${port}/${BUCKET}/documents`, region: 'us-east-1' },
      // What the server expects.
      ...{ accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
    },
    stop: async () => {
      await server.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
