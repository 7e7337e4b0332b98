import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import { handler } from 'altcha-lib/workers/shared';

/** altcha-lib's own worker imports Node's crypto. This one uses the browser's. */
handler({ deriveKey });
