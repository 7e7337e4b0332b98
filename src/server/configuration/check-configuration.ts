import { z } from 'zod';
import type { FieldOptions } from '../../shared/configuration-types.ts';
import { fieldOptionsOf, type FoyerConfig } from '../../shared/foyer-config.ts';
import '../known-keys.ts';
import { roleName } from '../../shared/schemas/users.ts';
import { checkClients } from './oauth/check-clients.ts';
import { checkScopes, localizedText } from './check-scopes.ts';
import type { Configuration, OwnField } from './configuration.ts';
import { isRecord, readOptions, reportUnknownKeys, type Report } from './report.ts';

interface ConfigurationFault {
  /** Keys from the outside to the inside, such as `['access', 'roles', 'editor']`. */
  readonly path: readonly string[];
  /** Names what is wrong and what is right. */
  readonly message: string;
}

/** All faults of a declaration. `load-configuration.ts` adds the file and the lines. */
export class ConfigurationFaults extends Error {
  override readonly name = 'ConfigurationFaults';
  readonly faults: readonly ConfigurationFault[];

  constructor(faults: readonly ConfigurationFault[]) {
    super(faults.map(({ path, message }) => [...path, message].join(': ')).join('\n'));
    this.faults = faults;
  }
}

const KEYS = ['fields', 'access', 'clients', 'admit', 'claims'];
const ACCESS_KEYS = ['permissions', 'roles', 'scopes'];
/** A key of a MongoDB document, a name in TypeScript, and the name of an input. */
const FIELD_NAME = /^[A-Za-z][A-Za-z0-9_]{0,63}$/;
const PERMISSION = /^[A-Za-z0-9][A-Za-z0-9:._-]{0,63}$/;
const parties = z.array(z.enum(['person', 'application', 'administrator']));
const fieldOptions = z.strictObject({
  read: parties,
  write: parties,
  label: localizedText,
  session: z.boolean().optional(),
  token: z.boolean().optional(),
  indexed: z.boolean().optional(),
});
const names = z.array(z.string());
const roleOptions = z.strictObject({ permissions: names, grave: z.boolean().optional() });

/** Throws `ConfigurationFaults` with all faults. `production` allows fewer redirect addresses. */
export function checkConfiguration(declared: unknown, { production = false } = {}): Configuration {
  const faults: ConfigurationFault[] = [];
  const fault = (path: readonly string[], message: string) => void faults.push({ path, message });
  if (!isRecord(declared)) {
    throw new ConfigurationFaults([
      { path: [], message: 'It has no default export. Write export default defineFoyer({}).' },
    ]);
  }
  reportUnknownKeys(declared, KEYS, [], fault);
  const { fields, access, clients, admit, claims } = declared;
  const ownFields = fields === undefined ? [] : checkFields(fields, fault);
  const { permissions, roles, graveRoles, scopes } = checkAccess(access ?? {}, fault);
  const oauthClients = checkClients(clients ?? {}, { production, scopes }, fault);
  for (const [key, hook] of Object.entries({ admit, claims })) {
    if (hook !== undefined && typeof hook !== 'function') fault([key], 'is no function.');
  }
  if (faults.length > 0) throw new ConfigurationFaults(faults);
  return {
    ownFields,
    permissions,
    roles,
    graveRoles,
    scopes,
    clients: oauthClients,
    admit: (admit as FoyerConfig['admit']) ?? null,
    claims: (claims as FoyerConfig['claims']) ?? null,
  };
}

function checkFields(fields: unknown, fault: Report): OwnField[] {
  if (!(fields instanceof z.ZodObject)) {
    fault(['fields'], 'is no z.object({ … }).');
    return [];
  }
  return Object.entries(fields.shape).flatMap(([name, schema]) => {
    const path = ['fields', name];
    if (!FIELD_NAME.test(name) || name in Object.prototype) {
      fault(path, 'is no name of a field. Use letters, digits and _, and begin with a letter.');
      return [];
    }
    const options = checkOptions(path, schema as z.ZodType, fault);
    return options ? [{ name, schema: schema as z.ZodType, options }] : [];
  });
}

function checkOptions(path: readonly string[], schema: z.ZodType, fault: Report): FieldOptions | null {
  const declared = fieldOptionsOf(schema);
  if (declared === undefined) {
    fault(path, 'is not declared by field(…). Write field(z.string(), { read, write, label }).');
    return null;
  }
  const data = readOptions(fieldOptions, declared, path, fault);
  if (!data) return null;
  if (data.session === true && !data.read.includes('person')) {
    fault(path, 'is in the session, which the person reads. Add person to read, or remove session.');
  }
  try {
    z.toJSONSchema(schema, { io: 'output' });
  } catch {
    fault(path, 'is no JSON value. Use text, numbers, booleans, choices, lists and objects of them.');
  }
  return declared;
}

function checkAccess(
  access: unknown,
  fault: Report,
): Pick<Configuration, 'permissions' | 'roles' | 'graveRoles' | 'scopes'> {
  const roles = new Map<string, readonly string[]>();
  const graveRoles = new Set<string>();
  if (!isRecord(access)) {
    fault(['access'], 'is no object with permissions, roles and scopes.');
    return { permissions: [], roles, graveRoles, scopes: [] };
  }
  reportUnknownKeys(access, ACCESS_KEYS, ['access'], fault);
  const permissions = checkNames(['access', 'permissions'], access['permissions'] ?? [], fault);
  for (const permission of permissions) {
    if (!PERMISSION.test(permission)) {
      fault(
        ['access', 'permissions', permission],
        'is no name of a permission. Use letters, digits and : . _ -',
      );
    }
  }
  const declared = access['roles'] ?? {};
  if (!isRecord(declared)) fault(['access', 'roles'], 'is no object of roles.');
  else {
    for (const [role, allowed] of Object.entries(declared)) {
      const path = ['access', 'roles', role];
      if (!roleName.safeParse(role).success) {
        fault(path, 'is no name of a role. Use a-z, 0-9 and -, and begin with a letter.');
      }
      const { data: options } = roleOptions.safeParse(allowed);
      if (isRecord(allowed) && !options) {
        fault(path, 'has wrong options. Write { permissions: [ … ], grave: true }, or the list alone.');
        continue;
      }
      if (options?.grave) graveRoles.add(role);
      const list = checkNames(path, options?.permissions ?? allowed, fault);
      for (const permission of list.filter((each) => !permissions.includes(each))) {
        fault([...path, permission], 'is not among access.permissions.');
      }
      roles.set(role, list);
    }
  }
  return { permissions, roles, graveRoles, scopes: checkScopes(access['scopes'] ?? {}, fault) };
}

function checkNames(path: readonly string[], value: unknown, fault: Report): string[] {
  const { data } = names.safeParse(value);
  if (data) return data;
  fault(path, 'is no list of names.');
  return [];
}
