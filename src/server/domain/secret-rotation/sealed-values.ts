import { ObjectId, type Collection, type Filter, type UpdateResult } from 'mongodb';
import { reseal, type Resealing } from '../../crypto/encryption.ts';
import type { JobDocument } from '../../database/collections.ts';
import type { Dependencies } from '../../dependencies.ts';
import { openJob, sealJob } from '../jobs/jobs.ts';
import { contextOfRegistration } from '../providers/provider-registrations.ts';
import { tokensContext } from '../providers/provider-tokens.ts';
import { accountKey } from '../rules/account-key.ts';
import { replaceTotpSecret } from '../second-factor/resealing.ts';
import { contextOfTotpSecret } from '../second-factor/totp-secrets.ts';
import { contextOfRsaKey, contextOfSigningKey } from '../sessions/signing-keys.ts';
import { replaceSealed } from '../webhooks/endpoint-secrets.ts';
import { contextOfWebhookSecret } from '../webhooks/webhook-secrets.ts';
import { contextOfFormerKeys } from './former-keys.ts';

export type RotationDependencies = Pick<Dependencies, 'collections' | 'settings' | 'vault' | 'now'>;

export interface SealedValue {
  readonly collection: string;
  /** The `_id` of the document. */
  readonly id: string;
  readonly resealing: Resealing;
  /** The write expects the text that was read, so that a parallel change wins. Answers whether it wrote. */
  readonly write: (resealed: string) => Promise<boolean>;
}

const BATCH = 200;
const FIRST_ID = new ObjectId('0'.repeat(24));

type Batches = AsyncGenerator<readonly SealedValue[]>;

/**
 * The values that `SEALED_TEXTS` calls `resealed`, in the order of `_id`. A value that is stored behind that
 * position has the present secret, or the next call finds it.
 */
export const SEALED_PLACES: readonly ((deps: RotationDependencies) => Batches)[] = [
  readTotpSecrets,
  readProviderTokens,
  readJobs,
  readRegistrations,
  readSigningKeys,
  readWebhookSecrets,
  readFormerKeys,
];

async function* readTotpSecrets(deps: RotationDependencies): Batches {
  const { collections, vault } = deps;
  for await (const users of batchesOf(collections.users, FIRST_ID, ['totp'])) {
    yield users.flatMap(({ _id, totp = [] }) =>
      totp.map((app) => ({
        collection: 'users',
        id: _id.toHexString(),
        resealing: reseal(vault, app.secret, contextOfTotpSecret(_id, app.id)),
        write: (resealed) => replaceTotpSecret(deps, _id, app, resealed),
      })),
    );
  }
}

async function* readProviderTokens({ collections, vault, now }: RotationDependencies): Batches {
  const { accounts } = collections;
  for await (const rows of batchesOf(accounts, FIRST_ID, ['provider', 'providerAccountId', 'tokens'])) {
    yield rows.flatMap(({ _id, tokens, ...owner }) => {
      if (tokens === null) return [];
      // A refresh stores its tokens only where it read these. The provider has ended the older ones by then.
      const read = { _id, tokens, $or: [{ refreshingUntil: null }, { refreshingUntil: { $lte: now() } }] };
      const write = (resealed: string) => isStored(accounts.updateOne(read, { $set: { tokens: resealed } }));
      const resealing = reseal(vault, tokens, tokensContext(accountKey(owner)));
      return [{ collection: 'accounts', id: _id.toHexString(), resealing, write }];
    });
  }
}

async function* readJobs({ collections, vault }: RotationDependencies): Batches {
  const { jobs } = collections;
  for await (const rows of batchesOf(jobs, FIRST_ID, ['kind', 'payload'])) {
    yield rows.map((row) => ({
      collection: 'jobs',
      id: row._id.toHexString(),
      resealing: resealJob({ vault }, row),
      write: (payload) =>
        isStored(jobs.updateOne({ _id: row._id, payload: row.payload }, { $set: { payload } })),
    }));
  }
}

async function* readRegistrations({ collections, vault }: RotationDependencies): Batches {
  const { identityProviders } = collections;
  for await (const rows of batchesOf(identityProviders, '', ['secrets'])) {
    yield rows.map(({ _id, secrets }) => ({
      collection: 'identity_providers',
      id: _id,
      resealing: reseal(vault, secrets, contextOfRegistration(_id)),
      write: (resealed) =>
        isStored(identityProviders.updateOne({ _id, secrets }, { $set: { secrets: resealed } })),
    }));
  }
}

async function* readSigningKeys({ collections, vault }: RotationDependencies): Batches {
  const { signingKeys } = collections;
  for await (const rows of batchesOf(signingKeys, '', ['period', 'privateKey', 'rsa'])) {
    yield rows.flatMap(({ _id, period, privateKey, rsa }) => {
      const ofKey = (
        field: 'privateKey' | 'rsa.privateKey',
        sealed: string,
        context: string,
      ): SealedValue => ({
        collection: 'signing_keys',
        id: _id,
        resealing: reseal(vault, sealed, context),
        write: (resealed) =>
          isStored(signingKeys.updateOne({ _id, [field]: sealed }, { $set: { [field]: resealed } })),
      });
      return [
        ofKey('privateKey', privateKey, contextOfSigningKey(period)),
        ...(rsa ? [ofKey('rsa.privateKey', rsa.privateKey, contextOfRsaKey(period))] : []),
      ];
    });
  }
}

async function* readWebhookSecrets(deps: RotationDependencies): Batches {
  const { collections, vault } = deps;
  for await (const rows of batchesOf(collections.webhookEndpoints, '', ['secrets'])) {
    yield rows.flatMap(({ _id, secrets }) =>
      secrets.map(({ sealed }) => ({
        collection: 'webhook_endpoints',
        id: _id,
        resealing: reseal(vault, sealed, contextOfWebhookSecret(_id)),
        write: (resealed) => replaceSealed(deps, _id, sealed, resealed),
      })),
    );
  }
}

async function* readFormerKeys({ collections, vault }: RotationDependencies): Batches {
  const { formerSecrets } = collections;
  for await (const rows of batchesOf(formerSecrets, '', ['keys'])) {
    yield rows.map(({ _id, keys }) => ({
      collection: 'former_secrets',
      id: _id,
      resealing: reseal(vault, keys, contextOfFormerKeys(_id)),
      write: (resealed) => isStored(formerSecrets.updateOne({ _id, keys }, { $set: { keys: resealed } })),
    }));
  }
}

async function isStored(update: Promise<UpdateResult>): Promise<boolean> {
  return (await update).modifiedCount === 1;
}

/** The payload of a revocation job has the tokens in their encrypted form, as the account row had them. */
function resealJob(
  deps: Pick<Dependencies, 'vault'>,
  row: Pick<JobDocument, '_id' | 'kind' | 'payload'>,
): Resealing {
  const job = openJob(deps, row);
  if (!job) return 'unreadable';
  const tokens =
    job.kind === 'revoke-grant' ? reseal(deps.vault, job.tokens, tokensContext(job.owner)) : 'current';
  if (typeof tokens === 'object')
    return { resealed: sealJob(deps, row._id, { ...job, tokens: tokens.resealed } as typeof job) };
  if (deps.vault.isCurrent(row.payload)) return tokens;
  return { resealed: sealJob(deps, row._id, job) };
}

/** Sorted by `_id`, with these fields. `start` is before the first document. */
async function* batchesOf<D extends { readonly _id: ObjectId | string }, F extends keyof D & string>(
  collection: Collection<D>,
  start: D['_id'],
  fields: readonly F[],
): AsyncGenerator<readonly Pick<D, '_id' | F>[]> {
  const projection = Object.fromEntries(fields.map((field) => [field, 1]));
  for (let after: D['_id'] | undefined = start; after !== undefined;) {
    const found = (await collection
      .find({ _id: { $gt: after } } as Filter<D>, { projection, sort: { _id: 1 }, limit: BATCH })
      .toArray()) as unknown as Pick<D, '_id' | F>[];
    yield found;
    after = found.length < BATCH ? undefined : found.at(-1)?._id;
  }
}
