import fastifyStatic from '@fastify/static';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';

/** Built files carry a hash of their content in their names, so they never change under one name. */
export async function useStaticFiles(app: NestFastifyApplication, webRoot: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: webRoot,
    wildcard: false,
    index: false,
    globIgnore: ['**/index.html', '**/.vite/**'],
    preCompressed: true,
    setHeaders: (reply, path) => {
      const forever = path.includes('/assets/') || path.includes('\\assets\\');
      reply.header('cache-control', forever ? 'public, max-age=31536000, immutable' : 'public, max-age=3600');
    },
  });
}
