import express from 'express';
import { createFloorRead } from './floor-session.ts';
import { serve } from './serve.ts';

await serve(({ db }) => {
  const read = createFloorRead(db);
  const app = express();
  app.get('/session', async (request, response) => {
    response.set('cache-control', 'no-store').json(await read(request.headers.cookie));
  });
  return app;
});
