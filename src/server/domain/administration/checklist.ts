import type { Filter } from 'mongodb';
import { ADMINISTRATOR } from '../../../shared/foyer-config.ts';
import { DAY_MS, MINUTE_MS } from '../../../shared/limits.ts';
import type { Checklist, ChecklistState } from '../../../shared/schemas/checklist.ts';
import type { JobDocument } from '../../database/collections.ts';
import { deploymentOf } from '../../database/deployment.ts';
import { findLastRestore } from '../../database/dump/restored-database.ts';
import type { Dependencies } from '../../dependencies.ts';
import { discoveryUrl } from '../../identity-providers/discovery.ts';
import type { ProviderCalls } from '../../identity-providers/provider-calls.ts';
import { isDemoProvider } from '../../settings/oidc-providers.ts';
import { notSuspended } from '../rules/access.ts';
import type { SeenProxies } from '../rules/request-context.ts';
import { usablePasskeys } from '../rules/second-factor-policy.ts';
import { listWebhooks } from '../webhooks/endpoints.ts';

/** A mail that has failed for longer is not only late. A mail server may defer the first attempts. */
const MAIL_LATE_AFTER_MS = 10 * MINUTE_MS;
const COUNTED_MAX = 100;

/** What an operator sets up before people come, as it is now. Each read is small or uses an index. */
export async function readChecklist(deps: Dependencies, seen: SeenProxies): Promise<Checklist> {
  const [mail, provider, secondFactor, backup, webhook] = await Promise.all([
    checkMail(deps),
    checkProviders(deps),
    checkSecondFactor(deps),
    checkBackup(deps),
    checkWebhooks(deps),
  ]);
  return {
    mail,
    provider,
    brand: checkBrand(deps),
    secondFactor,
    backup,
    webhook,
    proxy: checkProxy(deps, seen),
  };
}

/** A fault counts before what is missing. */
function stateOf({ isBroken, isDone }: { isBroken: boolean; isDone: boolean }): ChecklistState {
  return isBroken ? 'broken' : isDone ? 'done' : 'open';
}

async function checkMail({
  collections: { jobs },
  settings,
  now,
}: Pick<Dependencies, 'collections' | 'settings' | 'now'>): Promise<Checklist['mail']> {
  const before = (ms: number) => new Date(now().getTime() - ms);
  const count = (filter: Filter<JobDocument>) =>
    jobs.countDocuments({ kind: 'mail', ...filter }, { limit: COUNTED_MAX });
  const [waiting, givenUp] = await Promise.all([
    count({
      runAt: { $gt: new Date(0) },
      failure: { $exists: true },
      createdAt: { $lte: before(MAIL_LATE_AFTER_MS) },
    }),
    count({ failedAt: { $gt: before(DAY_MS) } }),
  ]);
  const isOutbox = settings.smtpUrl === null;
  const state = stateOf({ isBroken: waiting + givenUp > 0, isDone: !isOutbox });
  return { state, isOutbox, waiting, givenUp };
}

async function checkProviders({
  identityProviders,
  providerCalls,
}: Pick<Dependencies, 'identityProviders' | 'providerCalls'>): Promise<Checklist['provider']> {
  await identityProviders.refreshForList();
  const offered = identityProviders.list().filter(({ id, listed }) => listed && !isDemoProvider(id));
  const checked = await Promise.all(
    offered.map(async ({ name, issuer }) =>
      issuer === null || (await hasDocument(providerCalls, issuer)) ? [] : [name],
    ),
  );
  const unreachable = checked.flat();
  const state = stateOf({ isBroken: unreachable.length > 0, isDone: offered.length > 0 });
  return { state, count: offered.length, unreachable };
}

/** Asks the provider itself, because a cached document stays usable for a day after the provider is down. */
async function hasDocument({ send, discovery }: ProviderCalls, issuer: string): Promise<boolean> {
  try {
    await discovery.metadata(issuer);
    const { ok } = await send(discoveryUrl(issuer), { headers: { accept: 'application/json' } });
    return ok;
  } catch {
    return false;
  }
}

function checkBrand({ settings: { brand } }: Pick<Dependencies, 'settings'>): Checklist['brand'] {
  const hasName = brand.name !== null;
  const hasLogo = Object.keys(brand.files).some((file) => file.startsWith('logo.'));
  const hasAccent = brand.tokens.light.accent !== undefined;
  const state = stateOf({ isBroken: false, isDone: hasName && hasLogo && hasAccent });
  return { state, hasName, hasLogo, hasAccent };
}

async function checkSecondFactor({
  collections: { users },
  settings,
  now,
}: Pick<Dependencies, 'collections' | 'settings' | 'now'>): Promise<Checklist['secondFactor']> {
  const administrators = await users
    .find(
      { $and: [{ roles: ADMINISTRATOR, deletedAt: { $exists: false } }, notSuspended(now())] },
      { projection: { 'totp.id': 1, 'passkeys.rpId': 1 } },
    )
    .toArray();
  const without = administrators.filter(
    (user) => (user.totp?.length ?? 0) === 0 && usablePasskeys(settings, user).length === 0,
  ).length;
  const isDemanded = settings.secondFactor === 'administrators' || settings.secondFactor === 'everyone';
  return { state: stateOf({ isBroken: false, isDone: isDemanded && without === 0 }), isDemanded, without };
}

/** On a replica set or a sharded cluster, a backup is of one moment while Foyer runs (decision 059). */
async function checkBackup({
  collections,
  mongo,
  settings,
}: Pick<Dependencies, 'collections' | 'mongo' | 'settings'>): Promise<Checklist['backup']> {
  const [deployment, restore] = await Promise.all([deploymentOf(mongo), findLastRestore(collections)]);
  const hasOpenRestore = restore !== null && !restore.isEnded;
  return {
    state: stateOf({ isBroken: hasOpenRestore, isDone: deployment !== 'single' }),
    database: settings.mongodbUri === null ? 'embedded' : deployment,
    hasOpenRestore,
  };
}

async function checkWebhooks(deps: Dependencies): Promise<Checklist['webhook']> {
  const endpoints = await listWebhooks(deps);
  const enabled = endpoints.filter(({ state }) => state === 'enabled');
  const failing = endpoints.filter(({ state, disabledBy, failingSince }) =>
    state === 'enabled' ? failingSince !== null : disabledBy === 'gone' || disabledBy === 'failing',
  ).length;
  const state = stateOf({ isBroken: failing > 0, isDone: enabled.length > 0 });
  return { state, enabled: enabled.length, failing };
}

function checkProxy({ settings }: Pick<Dependencies, 'settings'>, seen: SeenProxies): Checklist['proxy'] {
  const problem = problemOfProxy(settings, seen);
  // With neither a proxy nor `TRUST_PROXY`, nothing is wrong yet. Otherwise callers share or choose an address.
  const hasProxy = settings.trustProxy !== false || seen.forwarded > 0;
  const isBroken = hasProxy && problem !== null && problem !== 'plain-http';
  return { state: stateOf({ isBroken, isDone: problem === null }), problem };
}

function problemOfProxy(
  { trustProxy, origin }: Pick<Dependencies['settings'], 'trustProxy' | 'origin'>,
  { forwarded, isSenderTrusted }: SeenProxies,
): Checklist['proxy']['problem'] {
  if (trustProxy === false && forwarded > 0) return 'not-trusted';
  if (trustProxy !== false && forwarded === 0) return 'no-header';
  if (typeof trustProxy === 'number' && forwarded < trustProxy) return 'too-many-trusted';
  if (trustProxy !== false && !isSenderTrusted) return 'unknown-sender';
  if (origin.startsWith('http:')) return 'plain-http';
  // Something before Foyer ends TLS, and does not say who calls.
  return forwarded === 0 ? 'no-header' : null;
}
