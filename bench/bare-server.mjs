// What HTTP itself costs: answers /<n> with n bytes that are always the same, and does nothing else.
import { createServer } from 'node:http';

const bodies = new Map();

function bodyOf(bytes) {
  if (!bodies.has(bytes)) bodies.set(bytes, Buffer.alloc(bytes, ' '));
  return bodies.get(bytes);
}

const server = createServer({ keepAliveTimeout: 72_000 }, (request, response) => {
  const body = bodyOf(Number(request.url.slice(1)));
  request.resume().once('end', () => {
    response.setHeader('content-type', 'application/json; charset=utf-8').setHeader('content-length', body.length);
    response.end(body);
  });
});
server.listen(Number(process.env.PORT), '127.0.0.1');
