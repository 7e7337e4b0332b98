import type { ApiProcedure } from '../../src/server/openapi/api-procedures.ts';
import { schemaOf } from '../../src/server/openapi/json-schema.ts';
import type { Shape } from '../../src/shared/plain-fields.ts';

/** For each required field of an input, by its name. */
const VALUES: Readonly<Record<string, unknown>> = {
  audience: 'https://api.example.com',
  code: '123456',
  confirm: 'ada@example.com',
  current: 'correct horse battery staple',
  data: { plan: 'paid' },
  email: 'ada@example.com',
  expires: '2027-06-30T00:00:00.000Z',
  id: '6b0312799d927eafad6aced9',
  ids: ['6b0312799d927eafad6aced9'],
  name: 'Laptop',
  password: 'violet harbour lantern',
  people: [{ externalId: '17', email: 'ada@example.com' }],
  phone: '+4915112345678',
  provider: 'github',
  providerAccountId: '583231',
  reason: 'Asked for by the person',
  roles: ['editor'],
  scopes: ['profile:read'],
  url: 'https://shop.example.com/webhooks',
  userCode: 'BCDF-GHJK',
};

const DELIVERY = { id: '6b0312799d927eafad6aced9:6b0312a09d927eafad6acee4' };

const BRAND = {
  name: 'Example',
  accent: { light: '#1f6a57', dark: '#2a7f68' },
  radius: null,
  files: { logo: [], 'logo-dark': [], font: [] },
  words: [],
};

/** Inputs with a choice, or with no required field. */
const INPUTS: Readonly<Record<string, unknown>> = {
  'activity.list': { limit: 20 },
  'administration.brandFolder': BRAND,
  'administration.checkBrand': BRAND,
  'audit.list': { limit: 20 },
  'events.list': { limit: 100 },
  'profile.update': { name: 'Ada' },
  'serviceKeys.create': { name: 'Back office', scopes: ['users:read'], expires: '2027-06-30T00:00:00.000Z' },
  'session.completeSignIn': { code: '123456' },
  'session.reauthenticate': { method: 'password', password: 'violet harbour lantern' },
  'users.list': { search: 'ada' },
  'users.update': { id: '6b0312799d927eafad6aced9', name: 'Ada' },
  'webhooks.getDelivery': DELIVERY,
  'webhooks.replayDelivery': DELIVERY,
  'webhooks.replay': {
    id: '6b0312799d927eafad6aced9',
    from: '2026-11-01T00:00:00.000Z',
    to: '2026-11-02T00:00:00.000Z',
  },
};

/** `undefined`: only a page can have it, such as what a passkey signed or what a mail's link has. */
function exampleInput({ path, input }: ApiProcedure): unknown {
  if (input === null || input === 'bytes') return input;
  const { required = [] }: Shape = schemaOf(input, 'input');
  const example = INPUTS[path] ?? Object.fromEntries(required.map((name) => [name, VALUES[name]]));
  return input.safeParse(example).success ? example : undefined;
}

/** The call by curl, by the typed client, and in a React component. Empty where only a page can make it. */
export function callExamples(procedure: ApiProcedure): string {
  const input = exampleInput(procedure);
  if (input === undefined) return '';
  return [
    block('sh', curlOf(procedure, input)),
    block('ts', `const answer = ${callOf(procedure, input)};`),
    block('tsx', reactOf(procedure, input)),
  ].join('\n\n');
}

const block = (language: string, code: string) => `\`\`\`${language}\n${code}\n\`\`\``;

function curlOf({ path, kind, scope, serviceScope }: ApiProcedure, input: unknown): string {
  const address = `localhost:3000/trpc/${path}`;
  const who =
    serviceScope !== null
      ? ' -H "authorization: Bearer $FOYER_SERVICE_KEY"'
      : scope === 'session'
        ? ' -H "cookie: $FOYER_COOKIE" -H \'origin: http://localhost:3000\''
        : scope === 'public'
          ? ''
          : ' -H "authorization: Bearer $FOYER_TOKEN"';
  if (input === 'bytes') return `curl -s ${address}${who} --data-binary @picture.png`;
  if (kind === 'mutation')
    return `curl -s ${address}${who} -H 'content-type: application/json' -d '${JSON.stringify(input ?? {})}'`;
  return input === null
    ? `curl -s ${address}${who}`
    : `curl -sG ${address}${who} --data-urlencode 'input=${JSON.stringify(input)}'`;
}

function argumentOf(input: unknown): string {
  if (input === null) return '';
  return input === 'bytes' ? 'file' : literal(input);
}

const callOf = ({ path, kind }: ApiProcedure, input: unknown) =>
  `await client.${path}.${kind === 'query' ? 'query' : 'mutate'}(${argumentOf(input)})`;

function reactOf(procedure: ApiProcedure, input: unknown): string {
  const call = callOf(procedure, input).replace('await ', '');
  return procedure.kind === 'query'
    ? `const { data, error } = useQuery({ queryKey: ['${procedure.path}'], queryFn: () => ${call} });`
    : `const { mutate, error } = useMutation({ mutationFn: () => ${call} });`;
}

/** As our sources write it: `{ id: '6b03…', roles: ['editor'] }`. */
function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value === 'object' && value !== null)
    return `{ ${Object.entries(value)
      .map(([name, each]) => `${/^\w+$/.test(name) ? name : `'${name}'`}: ${literal(each)}`)
      .join(', ')} }`;
  return typeof value === 'string' ? `'${value}'` : String(value);
}
