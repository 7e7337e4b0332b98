import express, { Router } from 'express';
import { LOG_REPORT_MAX_BYTES } from '../../shared/limits.ts';
import { logReport } from '../../shared/schemas/log.ts';
import type { Dependencies } from '../dependencies.ts';
import { addressKey } from '../domain/limits/rate-limits.ts';
import { redact } from '../log/log.ts';
import { requireSameOrigin } from '../http/origin-check.ts';
import { refuseMethod, requestContextOf, requestIdOf, sendError } from '../http/request.ts';

/** `POST <prefix>/_log`: a browser reports a sign-in error that the server cannot see. Answers 204. */
export function createLogAction(deps: Dependencies): Router {
  const router = Router({ caseSensitive: true });
  router.use(requireSameOrigin(deps.settings.origin));
  router.post('/', express.json({ limit: LOG_REPORT_MAX_BYTES }), async (req, res) => {
    if (!req.is('application/json')) return sendError(req, res, 'UNSUPPORTED_MEDIA_TYPE');
    const report = logReport.safeParse(req.body);
    if (!report.success) return sendError(req, res, 'INVALID_INPUT');
    await deps.rateLimits.consume('error-report', 'ip', addressKey(requestContextOf(req).ip));
    // Anybody may send this text, and a script's error may quote a URL with its query.
    const texts = Object.entries(report.data).map(([name, text]) => [name, text && redact(text)]);
    deps.log.warn(
      {
        requestId: requestIdOf(req),
        event: 'browser.sign-in-error',
        report: Object.fromEntries(texts) as unknown,
      },
      'reported by a browser',
    );
    res.status(204).end();
  });
  router.all('/', (req, res) => refuseMethod(req, res, ['POST']));
  return router;
}
