import type { trpc } from '../../trpc.ts';

/** Browsers show the name and the address when the person chooses a passkey. */
export async function signalNames(utils: ReturnType<typeof trpc.useUtils>): Promise<void> {
  try {
    const { signals } = await utils.passkeys.list.fetch(undefined, { staleTime: 0 });
    if (signals) (await import('./webauthn.ts')).signalPasskeys(signals);
  } catch {
    // The next change tells it.
  }
}
