import { z } from 'zod';
import { OAUTH_CLIENTS_MAX } from '../../../shared/limits.ts';
import { checkClient, clientIdFault, ofEntry } from './client-rules.ts';
import type { DeclaredScope } from '../configuration.ts';
import { ID_TOKEN_ALGORITHMS, PKCE_USES, type OAuthClient } from './oauth-client.ts';
import { isRecord, readOptions, type Report } from '../report.ts';

const texts = z.array(z.string());
const options = z.strictObject({
  name: z.string(),
  redirects: texts.optional(),
  scopes: texts.optional(),
  resources: texts.optional(),
  device: z.boolean().optional(),
  secretHashes: texts.optional(),
  // RFC 7517, 5: a key set may have other members.
  jwks: z.looseObject({ keys: z.array(z.record(z.string(), z.unknown())) }).optional(),
  idTokenAlgorithm: z.enum(ID_TOKEN_ALGORITHMS).optional(),
  pkce: z.enum(PKCE_USES).optional(),
});

/** `declaredScopes` are those of `access.scopes`. */
export function checkClients(
  declared: unknown,
  {
    production,
    scopes: declaredScopes,
  }: { readonly production: boolean; readonly scopes: readonly DeclaredScope[] },
  fault: Report,
): OAuthClient[] {
  if (!isRecord(declared)) {
    fault(['clients'], "is no object of clients. Write { shop: { name: 'Shop', redirects: […] } }.");
    return [];
  }
  const entries = Object.entries(declared);
  if (entries.length > OAUTH_CLIENTS_MAX)
    fault(['clients'], `has ${entries.length} clients. There may be ${OAUTH_CLIENTS_MAX}.`);
  return entries.flatMap(([id, value]) => {
    const path = ['clients', id];
    const idFault = clientIdFault(id);
    if (idFault) fault(path, `${idFault.wrong}. ${idFault.remedy}`);
    const data = readOptions(options, value, path, fault);
    if (!data) return [];
    const { redirects = [], scopes = [], resources = [], device = false, ...rest } = data;
    for (const scope of scopes) {
      if (!declaredScopes.some(({ name }) => name === scope))
        fault([...path, 'scopes', scope], 'is not among access.scopes.');
    }
    const client = { id, redirects, scopes, resources, device, ...rest };
    return [
      checkClient(client, production, (part, found, entry) => {
        const address =
          entry !== undefined && (part === 'redirects' || part === 'resources') ? client[part][entry] : null;
        const { wrong, remedy } = address ? found : ofEntry(found, entry);
        fault(
          [...path, part, address].filter((key) => typeof key === 'string'),
          `${wrong}. ${remedy}`,
        );
      }),
    ];
  });
}
