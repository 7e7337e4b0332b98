import { existsSync, readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { VALUE_MODULES } from '../../../scripts/project-build.ts';
import { isLocalOrigin } from '../../server/settings/public-origin.ts';
import { readSettings } from '../../server/settings/settings.ts';
import { parseSource } from './source-file.ts';

// The tests cannot build the image. They read what would break it.

const PROJECT = fileURLToPath(new URL('../../../', import.meta.url));
const read = (file: string) => readFileSync(path.join(PROJECT, file), 'utf8');

interface ComposeService {
  readonly environment?: Record<string, string>;
  readonly ports?: readonly string[];
}

interface LockedPackage {
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly hasInstallScript?: boolean;
}

/** Parts that are loaded only where they are installed. Each reports when it is missing. */
const DEVELOPMENT_PARTS = ['src/server/demo/', 'src/server/database/embedded/'];

/** The build has the values of these modules, and not what they import. */
const KEPT_VALUES = new Set(Object.keys(VALUE_MODULES).map((name) => `src/server/${name}.ts`));

async function serverSources() {
  const folders = ['src/server', 'src/shared'].map((folder) => path.join(PROJECT, folder));
  const entries = await Promise.all(
    folders.map((folder) => readdir(folder, { recursive: true, withFileTypes: true })),
  );
  const files = entries
    .flat()
    .filter((entry) => entry.isFile() && /(?<!\.test|\.test-d|\.d)\.ts$/.test(entry.name))
    .map((entry) => path.relative(PROJECT, path.join(entry.parentPath, entry.name)))
    .filter((file) => !DEVELOPMENT_PARTS.some((part) => file.startsWith(part)));
  return Promise.all(
    files.map(async (file) =>
      parseSource({ path: file, text: await readFile(path.join(PROJECT, file), 'utf8') }),
    ),
  );
}

describe('the production dependencies', () => {
  it('hold neither the embedded engine, nor the demo providers, nor a loader of TypeScript', () => {
    const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, LockedPackage> };
    const installed = Object.entries(packages)
      .filter(([, { dev, devOptional }]) => !dev && !devOptional)
      .map(([name]) => name);
    expect(installed).toContain('node_modules/express');
    // It compiles `foyer.config.ts`, which is mounted into the image.
    expect(installed).toContain('node_modules/esbuild');
    // `tsx` would stay in the memory of the server, with a thread of its own.
    expect(installed.filter((name) => /@0q\/|oidc-provider|\/tsx$|vite$/.test(name))).toEqual([]);
  });

  it('hold the picture library as the image runs it, in packages that nothing has to be downloaded for', () => {
    const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, LockedPackage> };
    for (const platform of ['linux-x64', 'linux-arm64']) {
      for (const name of ['sharp', `@img/sharp-${platform}`, `@img/sharp-libvips-${platform}`]) {
        const { dev, devOptional, hasInstallScript } = packages[`node_modules/${name}`] ?? { dev: true };
        expect([name, dev, devOptional, hasInstallScript]).toEqual([name, undefined, undefined, undefined]);
      }
    }
    // The engine's packages are optional dependencies. npm installs the one for this machine.
    expect(read('Dockerfile')).not.toContain('optional');
  });

  it('hold everything that the server loads at start', async () => {
    const { dependencies } = JSON.parse(read('package.json')) as { dependencies: Record<string, string> };
    const sources = (await serverSources()).filter(({ path: file }) => !KEPT_VALUES.has(file));
    const loaded = sources.flatMap((file) =>
      file.imports
        .filter(
          ({ kind, typeOnly, specifier }) =>
            kind !== 'dynamic' && !typeOnly && !/^(\.|node:)/.test(specifier),
        )
        .map(({ specifier }) => /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier),
    );
    expect(loaded).toContain('express');
    expect([...new Set(loaded)].filter((name) => !Object.hasOwn(dependencies, name))).toEqual([]);
  });
});

describe('the version of Node', () => {
  it('is the same in the image and in .nvmrc, and one that the workflow tests', () => {
    const image = /^FROM node:(\d+)-/m.exec(read('Dockerfile'))?.[1];
    expect(image).toBe('24');
    expect(read('.nvmrc').trim()).toBe(image);
    const tested = /node: \[(.+)\]/.exec(read('.github/workflows/ci.yml'))?.[1] ?? '';
    const versions = [...tested.matchAll(/'([\d.]+)'/g)].map(([, version]) => version);
    expect(versions).toEqual(['20.19', '22', image]);
    const { engines } = JSON.parse(read('package.json')) as { engines: { node: string } };
    expect(engines.node).toBe(`>=${versions[0]}`);
  });

  it('runs the README’s two lines in the workflow', () => {
    const lines = [...read('README.md').matchAll(/^(npm ci && npm \w+) +#/gm)].map(([, line = '']) => line);
    expect(lines).toHaveLength(2);
    const runs = read('.github/workflows/ci.yml')
      .replaceAll(/^ +- name: .*$/gm, '')
      .replaceAll('exec ', '');
    for (const line of lines) expect(runs).toContain(line);
  });
});

describe('Dockerfile', () => {
  const dockerfile = read('Dockerfile');

  it('copies files that exist and that .dockerignore lets through', () => {
    const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, files = '']) =>
      files.split(' '),
    );
    const allowed = read('.dockerignore').split('\n');
    expect(copied).toContain('package-lock.json');
    for (const file of copied) {
      expect([file, existsSync(path.join(PROJECT, file))]).toEqual([file, true]);
      expect(allowed).toContain(`!${file}`);
    }
    expect(allowed).toContain('*');
  });

  it('installs production dependencies alone into what runs, and runs as a user without rights', () => {
    const final = dockerfile.slice(dockerfile.lastIndexOf('FROM base'));
    expect(final).toContain('COPY --from=dependencies /app/node_modules ./node_modules');
    expect(dockerfile).toMatch(/AS dependencies\n(?:(?!FROM)[^\n]*\n)*RUN npm ci --omit=dev/);
    expect(final).toContain('USER node');
    expect(final).toContain('NODE_ENV=production');
  });

  it('starts what the build makes', () => {
    expect(dockerfile).toMatch(/^CMD \["node", .*"dist\/server\/main\.js"\]$/m);
    expect(existsSync(path.join(PROJECT, 'src/server/main.ts'))).toBe(true);
  });
});

it('docker-compose.yml sets only variables that Foyer reads', () => {
  const app = /\n {2}app:\n[^]*?\n {2}\w+:\n/.exec(read('docker-compose.yml'))?.[0] ?? '';
  const set = [...app.matchAll(/^ {6}([A-Z][A-Z_]+):/gm)].map(([, name]) => name);
  expect(set).toContain('MONGODB_URI');
  const known = new Set([...read('.env.example').matchAll(/^# ([A-Z0-9_]+)=/gm)].map(([, name]) => name));
  expect(set.filter((name) => !known.has(name))).toEqual([]);
});

it('docker-compose.yml runs what the README says of it, at the addresses that it names', () => {
  const { services } = parse(read('docker-compose.yml')) as { services: Record<string, ComposeService> };
  const { app, mail } = services;
  const settings = readSettings({ AUTH_SECRET: 'given', ...app?.environment });
  const [, said = ''] = /\n(On Windows[^]*?)\n\n/.exec(read('README.md')) ?? [];

  expect(said).toContain('`docker compose up --build`');
  expect(said).toContain(`<${settings.origin}>`);
  // Browsers on this machine reach the port that the origin names, and nobody else does.
  expect(app?.ports).toEqual([`127.0.0.1:${new URL(settings.origin).port}:${settings.port}`]);
  expect(isLocalOrigin(settings.origin)).toBe(true);
  expect(settings.listenHost, 'all addresses of the container').toBeNull();
  expect([settings.demo, said.includes('without demo identity providers')]).toEqual([false, true]);
  const [, port = '', inside] = /^127\.0\.0\.1:(\d+):(\d+)$/.exec(mail?.ports?.[0] ?? '') ?? [];
  expect([settings.smtpUrl, inside]).toEqual(['smtp://mail:1025', '8025']);
  expect(said).toContain(`<http://localhost:${port}>`);
});

it('docker-compose.yml waits longer for the end of Foyer than it takes', () => {
  const [, seconds] = /^ {4}stop_grace_period: (\d+)s$/m.exec(read('docker-compose.yml')) ?? [];
  // SHUTDOWN_DELAY in production, and the time in which the process ends.
  expect(Number(seconds)).toBeGreaterThan(5 + 5);
});
