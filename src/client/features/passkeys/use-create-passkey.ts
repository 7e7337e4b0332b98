import type { PasskeyList } from '../../../shared/schemas/passkeys.ts';
import type { PageError } from '../../errors.ts';
import { trpc } from '../../trpc.ts';
import { useSensitiveMutation } from '../verify/use-sensitive-mutation.ts';
import { usePasskeysChanged } from './use-passkeys-changed.ts';
import { createPasskey, refusalOf, type PasskeyRefusal } from './webauthn.ts';

interface CreatePasskey {
  readonly onCreated: (name: string) => void;
  readonly onRefused: (refusal: Exclude<PasskeyRefusal, 'ended'>) => void;
  readonly onError?: (failure: PageError) => void;
}

type Created = { readonly list: PasskeyList; readonly id: string } | { readonly refusal: PasskeyRefusal };

/** Needs a fresh session. */
export function useCreatePasskey({ onCreated, onRefused, onError }: CreatePasskey) {
  const { client } = trpc.useUtils();
  const passkeysChanged = usePasskeysChanged();
  return useSensitiveMutation({
    perform: async (_input: Readonly<Record<string, never>>): Promise<Created> => {
      const { options } = await client.passkeys.begin.mutate();
      const credential = await createPasskey(options).catch(refusalOf);
      if (typeof credential === 'string') return { refusal: credential };
      return { list: await client.passkeys.finish.mutate({ credential }), id: credential.id };
    },
    storeAs: 'create-passkey',
    onSuccess: (created) => {
      if ('refusal' in created) {
        // A newer request of the page took its place. For the person, no passkey was created.
        onRefused(created.refusal === 'ended' ? 'cancelled' : created.refusal);
        return;
      }
      passkeysChanged(created.list);
      onCreated(created.list.passkeys.find(({ id }) => id === created.id)?.name ?? '');
    },
    ...(onError && { onError }),
  });
}

/** The keys of the words in `passkeys`. */
export const REFUSAL_WORDS = { cancelled: 'notCreated', exists: 'exists', failed: 'failed' } as const;
