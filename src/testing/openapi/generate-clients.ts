import { mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { createClient as generateHeyApi } from '@hey-api/openapi-ts';
import { build } from 'esbuild';
import { generateSource } from 'oazapfts';
import createFetchClient from 'openapi-fetch';
import openapiTypescript, { astToString, type OpenAPI3 } from 'openapi-typescript';

const PROJECT = fileURLToPath(new URL('../../../', import.meta.url));

/** Calls a procedure as its generator intends. `fetch` gets the answer. */
export type GeneratedCall = (
  path: string,
  kind: 'query' | 'mutation',
  input: Blob | object | undefined,
) => Promise<unknown>;

interface GeneratedClientOptions {
  readonly origin: string;
  readonly fetch: (request: Request) => Promise<Response>;
}

export type GeneratedClients = Readonly<Record<string, (options: GeneratedClientOptions) => GeneratedCall>>;

/** Generates TypeScript code in `folder` by each generator, from the text of an OpenAPI document. */
export async function generateClients(text: string, folder: string): Promise<GeneratedClients> {
  await symlink(path.join(PROJECT, 'node_modules'), path.join(folder, 'node_modules'));
  const document = path.join(folder, 'openapi.json');
  const heyApi = path.join(folder, 'hey-api');
  await writeFile(document, text);
  await mkdir(heyApi);
  const types = await openapiTypescript(JSON.parse(text) as OpenAPI3);
  await writeFile(path.join(folder, 'openapi-fetch.ts'), astToString(types));
  await generateHeyApi({
    input: document,
    output: { path: heyApi },
    logs: { level: 'silent', file: false },
    plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
  });
  const options = { argumentStyle: 'object', futureStripLegacyMethods: true } as const;
  await writeFile(path.join(folder, 'oazapfts.ts'), await generateSource(document, options));

  await build({
    absWorkingDir: folder,
    entryPoints: { 'hey-api': 'hey-api/index.ts', client: 'hey-api/client.gen.ts', oazapfts: 'oazapfts.ts' },
    bundle: true,
    splitting: true,
    format: 'esm',
    outExtension: { '.js': '.mjs' },
    outdir: path.join(folder, 'built'),
    logLevel: 'silent',
  });
  const load = async (name: string) =>
    (await import(/* @vite-ignore */ pathToFileURL(path.join(folder, `built/${name}.mjs`)).href)) as unknown;
  const sdk = (await load('hey-api')) as HeyApi;
  const { client } = (await load('client')) as HeyApiClient;
  const functions = (await load('oazapfts')) as Oazapfts;
  return {
    'openapi-fetch': toOpenapiFetch,
    'hey-api': (each) => toHeyApi(sdk, client, each),
    oazapfts: (each) => toOazapfts(functions, each),
  };
}

type Paths = Readonly<Record<`/${string}`, { get: object; post: object }>>;

function toOpenapiFetch({ origin, fetch }: GeneratedClientOptions): GeneratedCall {
  const client = createFetchClient<Paths>({ baseUrl: origin, fetch });
  const { GET, POST } = client as unknown as Record<
    'GET' | 'POST',
    (path: string, init: object) => Promise<unknown>
  >;
  return (name, kind, input) => {
    if (kind === 'query') return GET(`/trpc/${name}`, { params: { query: input } });
    const asBytes = {
      headers: { 'content-type': 'application/octet-stream' },
      bodySerializer: (body: Blob) => body,
    };
    return POST(`/trpc/${name}`, { body: input ?? {}, ...(input instanceof Blob ? asBytes : {}) });
  };
}

type HeyApi = Readonly<Record<string, (options: object) => Promise<unknown>>>;
interface HeyApiClient {
  readonly client: { readonly setConfig: (config: object) => void };
}

function toHeyApi(
  sdk: HeyApi,
  client: HeyApiClient['client'],
  { origin, fetch }: GeneratedClientOptions,
): GeneratedCall {
  client.setConfig({ baseUrl: origin, fetch });
  return (name, kind, input) =>
    functionOf(sdk, name)(kind === 'query' ? { query: input } : { body: input ?? {} });
}

interface Oazapfts {
  readonly [name: string]: (...parameters: object[]) => Promise<unknown>;
}

function toOazapfts(functions: Oazapfts, { origin, fetch }: GeneratedClientOptions): GeneratedCall {
  const options = {
    baseUrl: origin,
    fetch: (url: string, init: RequestInit) => fetch(new Request(url, init)),
  };
  return (name, kind, input) => {
    const call = functionOf(functions, name);
    // A query without parameters takes only the options.
    if (kind === 'query') return call.length === 1 ? call(options) : call(input ?? {}, options);
    if (input instanceof Blob)
      return call({ body: input }, { ...options, headers: { 'content-type': input.type } });
    // The parameter for the body has the name of its schema, which only the function's text has.
    const [, body = 'body'] = /^(?:async )?function \w+\(\{ (\w+)/.exec(call.toString()) ?? [];
    return call({ [body]: input ?? {} }, options);
  };
}

/** `session.signInWith`: `sessionSignInWith`. */
function functionOf<Call>(functions: Readonly<Record<string, Call>>, procedure: string): Call {
  const name = procedure.replaceAll(/\.([a-z])/g, (_match, letter: string) => letter.toUpperCase());
  const call = functions[name];
  if (!call) throw new Error(`there is no generated function ${name}`);
  return call;
}
