import { z } from 'zod';
import { ISSUES } from '../issues.ts';
import { SERVICE_SCOPES } from '../service-scopes.ts';
import { documentId, userName, timestamp } from './fields.ts';

const ALLOWED_ADDRESSES_PER_KEY = 20;

export const serviceKey = z.strictObject({
  id: z.string().describe('The id of the service key. It gives no access.'),
  name: z.string().describe('The name that its maker gave it.'),
  hint: z.string().describe('How the key begins and ends: `foyer_sk_…4fQz`.'),
  scopes: z.array(z.enum(SERVICE_SCOPES)).describe('What the key may do.'),
  allowedAddresses: z
    .array(z.string())
    .describe('The IP addresses and networks that may use it; empty: any address.'),
  createdAt: timestamp.describe('When it was created.'),
  createdBy: z
    .strictObject({
      id: z.string().describe('The id of the administrator.'),
      name: z.string().nullable().describe('Their name; `null` without one, or when the person is deleted.'),
      isAdministrator: z
        .boolean()
        .describe('`false`: the person is suspended, deleted, or no administrator any more.'),
    })
    .nullable()
    .describe('Who created it; `null`: a command on the server.'),
  expires: timestamp.describe('When it expires.'),
  state: z.enum(['active', 'expired', 'revoked']).describe('Whether it works, and why not.'),
  lastUsed: z
    .strictObject({
      at: timestamp.describe('When it was used.'),
      ip: z.string().nullable().describe('The IP address that used it; `null` where it is not known.'),
    })
    .nullable()
    .describe('Its last use, to within a few minutes; `null` before the first.'),
});
export type ServiceKey = z.infer<typeof serviceKey>;

export const listServiceKeysOutput = z.array(serviceKey);

export const createServiceKeyInput = z.strictObject({
  name: userName.describe('A name that says which application has it.'),
  scopes: z
    .array(z.enum(SERVICE_SCOPES))
    .min(1, { error: ISSUES['scopes-missing'] })
    .max(SERVICE_SCOPES.length)
    .refine((scopes) => new Set(scopes).size === scopes.length, { error: ISSUES['scope-twice'] })
    .describe('What the key may do: at least one scope, each once.'),
  expires: timestamp.describe('When it expires: a year from now at most.'),
  allowedAddresses: z
    .array(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]))
    .max(ALLOWED_ADDRESSES_PER_KEY)
    .default([])
    .describe('The IP addresses and networks (CIDR) that may use it; empty: any address.'),
});
export type CreateServiceKeyInput = z.infer<typeof createServiceKeyInput>;

export const createServiceKeyOutput = z.strictObject({
  key: z.string().describe('The service key itself. No later answer has it: Foyer stores its hash only.'),
  serviceKey: serviceKey.describe('The new service key as the list shows it.'),
});
export type CreatedServiceKey = z.infer<typeof createServiceKeyOutput>;

export const serviceKeyIdInput = z.strictObject({ id: documentId.describe('The id of the service key.') });
export const serviceKeyIdOutput = z.strictObject({ id: z.string().describe('The id of the service key.') });
