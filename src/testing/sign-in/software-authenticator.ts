import { createHash, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import type {
  AuthenticationCredential,
  PasskeyCreationOptions,
  PasskeyRequestOptions,
  RegistrationCredential,
} from '../../shared/schemas/passkeys.ts';
import { uniqueBytes } from '../run/unique-name.ts';

/** COSE algorithms (RFC 9053, RFC 8812). */
export type Algorithm = -8 | -7 | -257;

/** How an answer differs from a correct one. */
export interface Deviation {
  readonly challenge?: string;
  readonly origin?: string;
  readonly rpId?: string;
  readonly type?: string;
  readonly crossOrigin?: boolean;
  readonly topOrigin?: string;
  readonly userPresent?: boolean;
  readonly userVerified?: boolean;
  readonly backupEligible?: boolean;
  readonly backedUp?: boolean;
  readonly counter?: number;
  readonly userHandle?: string | null;
  /** The id that the browser names beside that of the authenticator. */
  readonly id?: string;
  readonly discoverable?: boolean;
  readonly transports?: readonly string[];
  readonly attestation?: { readonly fmt: string; readonly attStmt: ReadonlyMap<string, string> };
  /** A new passkey's public key as COSE_Key. */
  readonly coseKey?: Uint8Array;
  /** Signs in place of the passkey's key. */
  readonly key?: KeyObject;
}

interface SoftwarePasskey {
  readonly id: string;
  readonly rpId: string;
  readonly userHandle: string;
  readonly algorithm: Algorithm;
  readonly key: KeyObject;
  counter: number;
}

interface AuthenticatorOptions {
  /** Of the page that asks. */
  readonly origin: string;
  readonly algorithm?: Algorithm;
  readonly synced?: boolean;
  /** Whether it counts uses. Many authenticators always answer 0. */
  readonly counts?: boolean;
  readonly aaguid?: string;
}

/** An authenticator with its browser (WebAuthn Level 3) that can also answer what no real one does. */
export class SoftwareAuthenticator {
  readonly passkeys: SoftwarePasskey[] = [];
  readonly #options: Required<AuthenticatorOptions>;

  constructor(options: AuthenticatorOptions) {
    this.#options = {
      algorithm: -7,
      synced: true,
      counts: false,
      aaguid: '00000000-0000-0000-0000-000000000000',
      ...options,
    };
  }

  /** `navigator.credentials.create` */
  create(
    options: PasskeyCreationOptions,
    deviation: Deviation = {},
    id: Buffer = uniqueBytes(),
  ): RegistrationCredential {
    const { algorithm, counts, aaguid } = this.#options;
    const { privateKey, publicKey } = keyPairOf(algorithm);
    const passkey: SoftwarePasskey = {
      id: id.toString('base64url'),
      rpId: options.rp.id,
      userHandle: options.user.id,
      algorithm,
      key: privateKey,
      counter: deviation.counter ?? (counts ? 1 : 0),
    };
    this.passkeys.push(passkey);
    const idLength = Buffer.alloc(2);
    idLength.writeUInt16BE(id.length);
    const authData = Buffer.concat([
      this.#authenticatorData(passkey, { ...deviation, counter: passkey.counter }, true),
      Buffer.from(aaguid.replaceAll('-', ''), 'hex'),
      idLength,
      id,
      deviation.coseKey ?? coseKey(publicKey, algorithm),
    ]);
    const { fmt, attStmt } = deviation.attestation ?? { fmt: 'none', attStmt: new Map<string, string>() };
    const attestationObject = isoCBOR.encode(
      new Map<string, string | Uint8Array | Map<string, string>>([
        ['fmt', fmt],
        ['attStmt', new Map(attStmt)],
        ['authData', new Uint8Array(authData)],
      ]),
    );
    const named = deviation.id ?? passkey.id;
    return {
      id: named,
      rawId: named,
      type: 'public-key',
      authenticatorAttachment: 'platform',
      clientExtensionResults: { credProps: { rk: deviation.discoverable ?? true } },
      response: {
        clientDataJSON: this.#clientData('webauthn.create', options.challenge, deviation).toString(
          'base64url',
        ),
        attestationObject: Buffer.from(attestationObject).toString('base64url'),
        transports: [...(deviation.transports ?? ['internal', 'hybrid'])],
      },
    };
  }

  /** `navigator.credentials.get`, with the chosen passkey; by default the newest. */
  get(
    options: PasskeyRequestOptions,
    deviation: Deviation = {},
    passkey: SoftwarePasskey | undefined = this.passkeys.at(-1),
  ): AuthenticationCredential {
    if (!passkey) throw new Error('this authenticator has no passkey');
    if (this.#options.counts) passkey.counter += 1;
    const counter = deviation.counter ?? passkey.counter;
    const authenticatorData = this.#authenticatorData(passkey, { ...deviation, counter }, false);
    const clientDataJSON = this.#clientData('webauthn.get', options.challenge, deviation);
    const signed = Buffer.concat([authenticatorData, sha256(clientDataJSON)]);
    const signature = sign(passkey.algorithm === -8 ? null : 'sha256', signed, deviation.key ?? passkey.key);
    const named = deviation.id ?? passkey.id;
    const { userHandle = passkey.userHandle } = deviation;
    return {
      id: named,
      rawId: named,
      type: 'public-key',
      authenticatorAttachment: 'platform',
      clientExtensionResults: {},
      response: {
        clientDataJSON: clientDataJSON.toString('base64url'),
        authenticatorData: authenticatorData.toString('base64url'),
        signature: signature.toString('base64url'),
        ...(userHandle === null ? {} : { userHandle }),
      },
    };
  }

  #clientData(type: string, challenge: string, deviation: Deviation): Buffer {
    const { topOrigin } = deviation;
    return Buffer.from(
      JSON.stringify({
        type: deviation.type ?? type,
        challenge: deviation.challenge ?? challenge,
        origin: deviation.origin ?? this.#options.origin,
        crossOrigin: deviation.crossOrigin ?? false,
        ...(topOrigin === undefined ? {} : { topOrigin }),
      }),
    );
  }

  #authenticatorData(passkey: SoftwarePasskey, deviation: Deviation, hasCredential: boolean): Buffer {
    const { synced } = this.#options;
    const flags =
      (deviation.userPresent === false ? 0 : 1) |
      (deviation.userVerified === false ? 0 : 4) |
      ((deviation.backupEligible ?? synced) ? 8 : 0) |
      ((deviation.backedUp ?? synced) ? 16 : 0) |
      (hasCredential ? 64 : 0);
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(deviation.counter ?? 0);
    return Buffer.concat([sha256(deviation.rpId ?? passkey.rpId), Buffer.from([flags]), counter]);
  }
}

function sha256(data: string | Buffer): Buffer {
  return createHash('sha256').update(data).digest();
}

function keyPairOf(algorithm: Algorithm): { privateKey: KeyObject; publicKey: KeyObject } {
  if (algorithm === -8) return generateKeyPairSync('ed25519');
  if (algorithm === -7) return generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return generateKeyPairSync('rsa', { modulusLength: 2048 });
}

/** The public key as COSE_Key (RFC 9052, section 7). */
function coseKey(publicKey: KeyObject, algorithm: Algorithm): Uint8Array {
  const jwk = publicKey.export({ format: 'jwk' });
  const bytes = (text: string | undefined) => new Uint8Array(Buffer.from(text ?? '', 'base64url'));
  const parameters: Readonly<Record<string, number | Uint8Array>> =
    algorithm === -8
      ? { 1: 1, [-1]: 6, [-2]: bytes(jwk.x) }
      : algorithm === -7
        ? { 1: 2, [-1]: 1, [-2]: bytes(jwk.x), [-3]: bytes(jwk.y) }
        : { 1: 3, [-1]: bytes(jwk.n), [-2]: bytes(jwk.e) };
  const fields = Object.entries({ ...parameters, 3: algorithm }).map(
    ([label, value]) => [Number(label), value] as const,
  );
  return isoCBOR.encode(new Map(fields));
}
