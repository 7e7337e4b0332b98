import type { RequestHandler } from 'express';
import { DEVICE_CODE_MAX_AGE_MS, SECOND_MS } from '../../shared/limits.ts';
import type { Dependencies } from '../dependencies.ts';
import { startDeviceGrant } from '../domain/oauth/device-grants.ts';
import { requestContextOf } from '../http/request.ts';
import { authenticateClient } from './client-authentication.ts';
import { resourcesOf, valueOf, wordsOf } from '../domain/oauth/parameters.ts';
import { formOf } from './form.ts';

/** RFC 8628, 3.1 and 3.2. `device_name` is our own parameter, for `foyer-cli` only. */
export function answerDeviceAuthorization(deps: Dependencies): RequestHandler {
  return async (req, res) => {
    const parameters = formOf(req);
    const client = await authenticateClient(deps, req, parameters);
    const requested = {
      scopes: wordsOf(parameters, 'scope') ?? [],
      resources: resourcesOf(parameters),
      deviceName: valueOf(parameters, 'device_name'),
    };
    const started = await startDeviceGrant(deps, client, requested, requestContextOf(req));
    res.json({
      device_code: started.deviceCode,
      user_code: started.userCode,
      verification_uri: started.verificationUri,
      verification_uri_complete: started.verificationUriComplete,
      expires_in: DEVICE_CODE_MAX_AGE_MS / SECOND_MS,
      interval: started.interval,
    });
  };
}
