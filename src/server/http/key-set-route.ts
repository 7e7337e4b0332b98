import type { RequestHandler } from 'express';
import { KEY_SET_MAX_AGE_MS } from '../../shared/limits.ts';
import type { Dependencies } from '../dependencies.ts';
import { publicKeySet } from '../domain/sessions/signing-keys.ts';

/** `/.well-known/jwks.json`: every site may read it, so that browsers can verify session tokens. */
export function answerKeySet(deps: Dependencies): RequestHandler {
  return async (_req, res) => {
    const keySet = await publicKeySet(deps);
    res
      .set('Cache-Control', `public, max-age=${KEY_SET_MAX_AGE_MS / 1000}`)
      .set('Access-Control-Allow-Origin', '*')
      .set('Cross-Origin-Resource-Policy', 'cross-origin')
      .json(keySet);
  };
}
