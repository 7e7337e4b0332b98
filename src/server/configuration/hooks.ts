import { SECOND_MS } from '../../shared/limits.ts';

export const HOOK_TIMEOUT_MS = 2 * SECOND_MS;

/** Rejects after two seconds. The hook runs on without effect. Nothing can stop a hook that blocks. */
export async function callHook<Result>(hook: () => Result | Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`it has taken longer than ${HOOK_TIMEOUT_MS} ms`)),
      HOOK_TIMEOUT_MS,
    );
  });
  try {
    return await Promise.race([Promise.resolve().then(hook), timeout]);
  } finally {
    clearTimeout(timer);
  }
}
