import { AppError } from '../../app-error.ts';
import type { UserDocument } from '../../database/user-documents.ts';
import { isDuplicateKey } from '../../database/errors.ts';
import type { ProviderIssuerDocument } from '../../database/service-documents.ts';
import type { Dependencies } from '../../dependencies.ts';
import { issuerOfProvider, type IdentityProvider } from '../../identity-providers/registry.ts';
import { issuerTemplateOf } from '../../identity-providers/tenants.ts';
import { accountKey, type ProviderAccount } from '../rules/account-key.ts';
import { ProviderRegistrationError } from './provider-registrations.ts';

type IssuerDependencies = Pick<Dependencies, 'collections' | 'settings' | 'identityProviders' | 'now'>;

/** An id of the settings has another issuer than before, whose subjects would be taken for existing users. */
export class IssuerChangedError extends Error {
  override readonly name = 'IssuerChangedError';
}

/**
 * If two processes start at once, the unique id lets one insert. Demo providers are left out, because their
 * ports change. Throws `IssuerChangedError`.
 */
export async function bindIssuers(deps: IssuerDependencies): Promise<void> {
  const changes: string[] = [];
  for (const provider of configuredProviders(deps)) {
    const bound = await readBinding(deps, provider);
    if (bound.issuer !== issuerOfProvider(provider)) changes.push(describeChange(provider, bound));
  }
  if (changes.length > 0) throw new IssuerChangedError(changes.join('\n\n'));
}

/**
 * Stores a new issuer, when an operator has confirmed that its subjects are the same users. Throws
 * `ProviderRegistrationError`.
 */
export async function acceptIssuer(
  deps: IssuerDependencies,
  id: string,
): Promise<{ readonly before: string | null; readonly issuer: string | null }> {
  const provider = configuredProviders(deps).find((each) => each.id === id);
  if (!provider) throw new ProviderRegistrationError(`There is no provider ${id} in the settings.`);
  const issuer = issuerOfProvider(provider);
  const { issuer: before, acceptedIssuers, updatedAt } = await readBinding(deps, provider);
  if (before === issuer) return { before, issuer };
  if (haveOtherSubjects(before, issuer))
    throw new ProviderRegistrationError(describeChange(provider, { issuer: before }));
  const { matchedCount } = await deps.collections.providerIssuers.updateOne(
    { _id: id, issuer: before, updatedAt },
    { $set: { issuer, acceptedIssuers: [...acceptedIssuers, before], updatedAt: deps.now() } },
  );
  if (matchedCount === 0) {
    throw new ProviderRegistrationError(
      `The issuer of ${id} was changed by somebody else at the same moment.`,
    );
  }
  return { before, issuer };
}

/**
 * The start checks the issuer, too, but another process may have started before the change. Throws
 * `OAuthCallback`.
 */
export async function requireSameIssuer(
  deps: Pick<Dependencies, 'collections' | 'identityProviders'>,
  owner: UserDocument,
  account: ProviderAccount,
): Promise<void> {
  const held = owner.accounts.find(({ key }) => key === accountKey(account))?.issuer;
  const provider = deps.identityProviders.get(account.provider);
  if (held === undefined || !provider) return;
  const issuer = issuerOfProvider(provider);
  if (held === issuer) return;
  const bound = await deps.collections.providerIssuers.findOne({ _id: provider.id });
  if (bound && bound.issuer === issuer && bound.acceptedIssuers.includes(held)) return;
  throw new AppError('OAuthCallback', {
    cause: new Error(
      `a connection of ${provider.id} is with ${nameOfIssuer(held)}, the answer is of ${nameOfIssuer(issuer)}`,
    ),
  });
}

function configuredProviders({ settings, identityProviders }: IssuerDependencies): IdentityProvider[] {
  const ids = [...settings.oidcProviders, ...settings.builtInProviders].map(({ id }) => id);
  return ids.flatMap((id) => identityProviders.get(id) ?? []);
}

async function readBinding(
  { collections: { providerIssuers }, now }: IssuerDependencies,
  provider: IdentityProvider,
): Promise<ProviderIssuerDocument> {
  const stored = await providerIssuers.findOne({ _id: provider.id });
  if (stored) return stored;
  const document: ProviderIssuerDocument = {
    _id: provider.id,
    issuer: issuerOfProvider(provider),
    acceptedIssuers: [],
    updatedAt: now(),
  };
  try {
    await providerIssuers.insertOne(document);
    return document;
  } catch (error) {
    const winner = isDuplicateKey(error) ? await providerIssuers.findOne({ _id: provider.id }) : null;
    if (!winner) throw error;
    return winner;
  }
}

/** Subjects of an all-tenants issuer begin with their tenant, so after a change nobody is recognised. */
function haveOtherSubjects(before: string | null, issuer: string | null): boolean {
  const [had, has] = [before, issuer].map((each) => each !== null && issuerTemplateOf(each) !== null);
  return had !== has;
}

function describeChange(
  provider: IdentityProvider,
  { issuer: before }: Pick<ProviderIssuerDocument, 'issuer'>,
): string {
  const { id } = provider;
  const issuer = issuerOfProvider(provider);
  const change = `The identity provider ${id} was ${nameOfIssuer(before)} and is ${nameOfIssuer(issuer)} now.`;
  if (haveOtherSubjects(before, issuer))
    return [
      change,
      'The subjects of one tenant and of all tenants differ, so nobody would be known there.',
      'Set the issuer as it was, or give it another id in its variables.',
    ].join('\n');
  return [
    change,
    'Whoever has the same subject there would be signed in as somebody who is known here.',
    `If it names the same people: foyer-server provider accept-issuer ${id}`,
    'If it is another provider: give it another id in its variables.',
  ].join('\n');
}

export function nameOfIssuer(issuer: string | null): string {
  return issuer ?? 'the one that is built in';
}
