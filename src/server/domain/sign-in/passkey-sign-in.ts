import type { AuthenticationCredential } from '../../../shared/schemas/passkeys.ts';
import type { Dependencies } from '../../dependencies.ts';
import { verifyPasskey } from '../passkeys/passkey-use.ts';
import { requireAdmission } from '../rules/admission.ts';
import type { SignIn } from './complete.ts';

/** Throws what `verifyPasskey` throws, and `AccessDenied` by the domain of the user's address. */
export async function checkPasskey(
  deps: Dependencies,
  input: { readonly passkey: AuthenticationCredential; readonly passkeyCookie: string | undefined },
): Promise<Pick<SignIn, 'user' | 'condition'>> {
  const { passkey: credential, passkeyCookie } = input;
  const { user, passkey } = await verifyPasskey(deps, {
    credential,
    purpose: 'sign-in',
    passkeyCookie,
    owner: null,
  });
  requireAdmission(deps.settings, user.emailVerified ? (user.email ?? null) : null);
  return { user, condition: { passkeyId: passkey.id } };
}
