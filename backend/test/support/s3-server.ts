import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import S3rver from 's3rver';
import type { S3Options } from '../../src/modules/documents/storage/s3-document.store.js';

const BUCKET = 'certificates';

/** Starts a real S3 server with an empty bucket. */
export async function startS3Server(): Promise<{ options: S3Options; stop: () => Promise<void> }> {
  const directory = mkdtempSync(join(tmpdir(), 'clearbatch-s3-'));
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory,
    configureBuckets: [{ name: BUCKET, configs: [] }],
  });
  const { port } = await server.run();
  const front = await wholeRequestsTo(port);
  return {
    options: {
      url: `http://127.0.0.1:${front.port}/${BUCKET}/documents`,
      region: 'us-east-1',
      // What the server expects.
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
    },
    stop: async () => {
      await front.stop();
      await server.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** Passes on requests that arrived in full. S3 stores nothing of others, but this server stores what it has, a moment later. */
async function wholeRequestsTo(port: number) {
  const front = createServer(async (request, response) => {
    const body = await buffer(request).catch(() => null);
    if (body === null) return;
    const { method, url: path, headers } = request;
    const passedOn = httpRequest({ host: '127.0.0.1', port, method, path, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    passedOn.on('error', () => response.destroy());
    passedOn.end(body);
  });
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  const stop = async () => {
    front.closeAllConnections();
    await new Promise((resolve) => front.close(resolve));
  };
  return { port: (front.address() as AddressInfo).port, stop };
}
