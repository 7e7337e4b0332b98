/** The floor: Node's own HTTP server and one indexed `findOne`. */
import type { ServerResponse } from 'node:http';
import { createFloorRead } from './floor-session.ts';
import { serve } from './serve.ts';

await serve(({ db }) => {
  const read = createFloorRead(db);
  const answer = async (cookies: string | undefined, response: ServerResponse): Promise<void> => {
    try {
      const body = JSON.stringify(await read(cookies));
      response.writeHead(200, {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'cache-control': 'no-store',
      });
      response.end(body);
    } catch {
      response.writeHead(500).end();
    }
  };
  return (request, response) => void answer(request.headers.cookie, response);
});
