import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { resolveConfig } from 'prettier';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { isInstalled } from '../../src/testing/app/installed.ts';

// What GitHub and newcomers read, as far as it can be checked on one machine.

const PROJECT = fileURLToPath(new URL('../../', import.meta.url));
const run = promisify(execFile);
const read = (file: string) => readFileSync(path.join(PROJECT, file), 'utf8');
const readJson = (file: string): unknown => JSON.parse(read(file));

const manifest = z
  .object({ version: z.string(), license: z.string(), scripts: z.record(z.string(), z.string()) })
  .parse(readJson('package.json'));

describe('CONTRIBUTING.md', () => {
  const patches = [...read('CONTRIBUTING.md').matchAll(/^```diff\n([\s\S]*?)^```/gm)].map(
    ([, patch = '']) => ({ patch, file: /^--- a\/(.+)$/m.exec(patch)?.[1] }),
  );

  it('has a worked example with a test and a change', () => {
    expect(patches).toHaveLength(2);
  });

  it.skipIf(!isInstalled('git')).each(patches)('has a change that fits $file', async ({ patch }) => {
    const check = run('git', ['apply', '--check', '-'], { cwd: PROJECT });
    check.child.stdin?.end(patch);
    await expect(check).resolves.toMatchObject({ stderr: '' });
  });
});

describe('CHANGELOG.md', () => {
  const headings = [...read('CHANGELOG.md').matchAll(/^## (.+)$/gm)].map(([, heading = '']) => heading);
  const released = headings
    .slice(1)
    .map((heading) => /^\[(\d+\.\d+\.\d+)\] - (\d{4}-\d{2}-\d{2})$/.exec(heading));

  it('begins with what is not released, and goes on with the version of package.json', () => {
    expect(headings[0]).toBe('[Unreleased]');
    expect(released[0]?.[1]).toBe(manifest.version);
    expect(readJson('package/package.json')).toMatchObject({ version: manifest.version });
  });

  it('has a date for each version, the newest first', () => {
    const dates = released.map((match) => match?.[2] ?? 'no date');
    expect(dates).toEqual(dates.toSorted().toReversed());
    expect(dates).not.toContain('no date');
  });

  it('sorts changes by their kind', () => {
    const kinds = [...read('CHANGELOG.md').matchAll(/^### (.+)$/gm)].map(([, kind]) => kind);
    expect(['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security']).toEqual(
      expect.arrayContaining(kinds),
    );
  });
});

it('LICENSE is the licence that both packages name and bring along', () => {
  expect(read('package/LICENSE')).toBe(read('LICENSE'));
  expect(read('LICENSE')).toMatch(/^MIT License\n\nCopyright \(c\) \d{4} /);
  expect(manifest.license).toBe('MIT');
  expect(readJson('package/package.json')).toMatchObject({ license: 'MIT' });
});

it('the tarball of the package has the licence, and its README links only to what the tarball has', async () => {
  const args = ['pack', '--dry-run', '--json', '--ignore-scripts'];
  const { stdout } = await run('npm', args, { cwd: path.join(PROJECT, 'package') });
  const [packed] = JSON.parse(stdout) as { files: { path: string }[] }[];
  const files = new Set(packed?.files.map((file) => file.path));
  expect([...files]).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'package.json']));
  const targets = [...read('package/README.md').matchAll(/\]\(([^)#]+)/g)].map(([, target = '']) => target);
  const dead = targets.filter((target) => !target.startsWith('https://') && !files.has(target));
  expect(dead).toEqual([]);
});

it('.editorconfig gives editors the rules of Prettier', async () => {
  const [, general = ''] = /^\[\*\]\n((?:.+\n)+)/m.exec(read('.editorconfig')) ?? [];
  const rules = Object.fromEntries(
    [...general.matchAll(/^(\w+) = (.+)$/gm)].map(([, name = '', value]) => [name, value]),
  );
  const prettier = await resolveConfig(path.join(PROJECT, 'src/server/main.ts'));
  // Where .prettierrc.json is silent, these are Prettier's own.
  const { printWidth = 80, tabWidth = 2, useTabs = false, endOfLine = 'lf' } = prettier ?? {};
  expect(rules).toMatchObject({
    max_line_length: String(printWidth),
    indent_size: String(tabWidth),
    indent_style: useTabs ? 'tab' : 'space',
    end_of_line: endOfLine,
  });
});

const step = z.object({
  name: z.string().optional(),
  uses: z.string().optional(),
  run: z.string().optional(),
  with: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
});
const workflowJob = z.object({
  strategy: z.object({ matrix: z.record(z.string(), z.array(z.string())) }),
  env: z.record(z.string(), z.string()).optional(),
  steps: z.array(step),
});
const workflow = z
  .object({
    jobs: z.object({
      readme: workflowJob,
      mongodb: workflowJob,
      all: workflowJob,
      documents: workflowJob.pick({ env: true, steps: true }),
    }),
  })
  .parse(parse(read('.github/workflows/ci.yml')));
const compose = z.object({
  services: z.record(
    z.string(),
    z.object({ image: z.string(), ports: z.array(z.string()).optional(), command: z.array(z.string()) }),
  ),
});
const { mongodb } = workflow.jobs;

describe('the workflows', () => {
  it('runs npm scripts that exist', () => {
    const anyWorkflow = z.object({ jobs: z.record(z.string(), z.object({ steps: z.array(step) })) });
    const commands = readdirSync(path.join(PROJECT, '.github/workflows'))
      .map((file) => anyWorkflow.parse(parse(read(`.github/workflows/${file}`))))
      .flatMap(({ jobs }) => Object.values(jobs))
      .flatMap(({ steps }) => steps)
      .map((each) => each.run ?? '')
      .join('\n');
    const named = [...commands.matchAll(/\bnpm (?:run ([\w:-]+)|(start|test))/g)].map(
      ([, script, name]) => script ?? name,
    );
    expect(named).toEqual(expect.arrayContaining(['start', 'test', 'docs:build', 'test:all']));
    expect(named.filter((name = '') => !Object.hasOwn(manifest.scripts, name))).toEqual([]);
  });

  it('runs each shard of npm run test:all once', () => {
    const { strategy, steps } = workflow.jobs.all;
    const shards = strategy.matrix['shard'] ?? [];
    expect(shards).toEqual(shards.map((_, index) => String(index + 1)));
    expect(steps.at(-1)?.run).toBe(`npm run test:all -- --shard=\${{ matrix.shard }}/${shards.length}`);
  });

  it('takes the version of Node from files that exist', () => {
    const files = mongodb.steps.flatMap((each) => each.with?.['node-version-file'] ?? []);
    expect(files).toEqual(['.nvmrc']);
    expect(read('.nvmrc').trim()).toMatch(/^\d+$/);
  });

  it('tests MongoDB 7 and 8, each as a replica set and as a sharded cluster', () => {
    expect(mongodb.strategy.matrix).toEqual({
      mongodb: ['7', '8'],
      deployment: ['replica-set', 'sharded-cluster'],
    });
    expect(mongodb.steps.at(-2)?.run).toBe('npm test');
  });

  it.each(mongodb.strategy.matrix['deployment'] ?? [])('starts a %s where the tests look for it', (name) => {
    const file = mongodb.env?.['COMPOSE_FILE']?.replace('${{ matrix.deployment }}', name) ?? '';
    const { services } = compose.parse(parse(read(file)));
    const { hostname, port } = new URL(mongodb.env?.['MONGODB_URI'] ?? '');
    const published = Object.values(services).flatMap(({ ports = [] }) => ports);
    expect(published).toEqual([`${hostname}:${port}:27017`]);
    // The workflow chooses the version by this variable.
    expect(Object.keys(mongodb.env ?? {})).toContain('MONGODB_IMAGE');
    for (const { image } of Object.values(services)) expect(image).toBe('${MONGODB_IMAGE:-mongo:8}');
    const isSharded = Object.values(services).some(({ command }) => command[0] === 'mongos');
    expect(isSharded).toBe(name === 'sharded-cluster');
  });
});

const formElement = z.object({
  type: z.enum(['markdown', 'input', 'textarea', 'dropdown', 'checkboxes']),
  id: z.string().optional(),
  attributes: z.object({ label: z.string().optional(), value: z.string().optional() }),
});
const issueForm = z.object({ name: z.string(), description: z.string(), body: z.array(formElement).min(1) });

describe('issue templates', () => {
  const forms = readdirSync(path.join(PROJECT, '.github/ISSUE_TEMPLATE')).filter(
    (file) => file !== 'config.yml',
  );

  it.each(forms)('%s is a form with a label and an id of its own for each field', (file) => {
    const { body } = issueForm.parse(parse(read(`.github/ISSUE_TEMPLATE/${file}`)));
    const fields = body.filter(({ type }) => type !== 'markdown');
    const ids = fields.map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)]);
    for (const { id, attributes } of fields) expect([id, attributes.label]).not.toContain(undefined);
  });

  it('lead reports of security flaws away from public issues', () => {
    const { blank_issues_enabled: blank, contact_links: links } = z
      .object({
        blank_issues_enabled: z.boolean(),
        contact_links: z.array(z.object({ name: z.string(), url: z.url(), about: z.string() })),
      })
      .parse(parse(read('.github/ISSUE_TEMPLATE/config.yml')));
    expect(blank).toBe(false);
    expect(links.map(({ about }) => about).join('\n')).toContain('SECURITY.md');
    expect(read('SECURITY.md')).toContain('Report a vulnerability');
  });
});
