import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createFoyerClient, isFoyerError } from 'foyer-auth/client';
import { verifyWebhook, WebhookError, type FoyerEvent } from 'foyer-auth/webhooks';
import { CustomerTable, type Customer } from './table.js';

const {
  PORT = '4000',
  FOYER_URL: url = 'http://localhost:3000',
  FOYER_SERVICE_KEY: serviceKey = '',
  WEBHOOK_SECRET: secret = '',
  CUSTOMERS_FILE: file = 'customers.jsonl',
  PULL_EVERY_SECONDS = '60',
} = process.env;

const { events, users } = createFoyerClient({ url, serviceKey });
const table = new CustomerTable(file);

/** An event says who changed. This reads the users afterwards, so it has at least that change. */
async function keepInStep(news: readonly FoyerEvent[]): Promise<void> {
  const latest = new Map<string, number>();
  for (const { subject, sequence } of news) {
    if (!table.knows(subject, sequence)) latest.set(subject, Math.max(sequence, latest.get(subject) ?? 0));
  }
  const ids = [...latest.keys()];
  for (let first = 0; first < ids.length; first += 100) {
    const some = ids.slice(first, first + 100);
    const { people } = await users.getMany.query({ ids: some });
    const found = new Map(people.map((person) => [person.id, toCustomer(person)]));
    for (const id of some) {
      table.store({ id, sequence: latest.get(id) ?? 0, customer: found.get(id) ?? null });
    }
  }
}

/** A webhook may be missed while this process is down. The list keeps the events of 30 days. */
async function catchUp(): Promise<void> {
  if (table.cursor === undefined) await readEverybody();
  for (let hasMore = true; hasMore;) {
    try {
      const page = await events.list.query({ after: table.cursor, limit: 500 });
      await keepInStep(page.events);
      table.moveTo(page.cursor);
      hasMore = page.hasMore;
    } catch (error) {
      if (!isFoyerError(error) || error.code !== 'EVENT_CURSOR_EXPIRED') throw error;
      await readEverybody();
    }
  }
}

/** For the first run and an expired cursor (docs/events.md). Takes the cursor first, to lose no change. */
async function readEverybody(): Promise<void> {
  const { cursor: now } = await events.list.query({ from: 'now' });
  const customers: Customer[] = [];
  let cursor: string | null | undefined;
  do {
    const page = await users.list.query({ limit: 100, ...(cursor ? { cursor } : {}) });
    customers.push(...page.people.map(toCustomer));
    cursor = page.nextCursor;
  } while (cursor);
  table.replaceAll(customers, now);
}

function toCustomer(person: {
  id: string;
  name: string | null;
  email: string | null;
  state: string;
  roles: string[];
}): Customer {
  const { id, name, email, state, roles } = person;
  return { id, name, email, suspended: state === 'suspended', roles: [...roles] };
}

let pulling: Promise<void> | null = null;
/** One at a time. The next call repeats what fails. */
function pull(): Promise<void> {
  pulling ??= catchUp()
    .catch((error: unknown) => console.error('Could not catch up:', error))
    .finally(() => (pulling = null));
  return pulling;
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method === 'GET' && request.url === '/customers') {
    const customers = [...table.rows.values()].flatMap(({ customer }) => customer ?? []);
    response.setHeader('content-type', 'application/json').end(JSON.stringify(customers));
    return;
  }
  if (request.method !== 'POST' || request.url !== '/webhooks') {
    response.writeHead(404).end();
    return;
  }
  try {
    const event = await verifyWebhook(request, { secret });
    // Answers after the row is stored. Without a 2xx the event comes again.
    if (event.type !== 'webhook.test') await keepInStep([event]);
    response.writeHead(204).end();
  } catch (error) {
    // Only Foyer has the secret, so a request without its signature is refused.
    const status = error instanceof WebhookError ? error.status : 503;
    if (status >= 500) console.error('The event comes again:', error);
    response.writeHead(status).end();
  }
}

createServer((request, response) => void answer(request, response)).listen(Number(PORT));

await pull();
setInterval(() => void pull(), Number(PULL_EVERY_SECONDS) * 1000);
