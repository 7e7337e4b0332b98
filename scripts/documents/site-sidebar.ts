import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Documents of `docs/` by task. Guides, procedures and decisions are added. */
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  'Call it': [
    'calling',
    'errors',
    'access-tokens',
    'oauth',
    'trusted-origins',
    'command-line',
    'proof-of-work',
  ],
  'Build an app on it': ['app', 'configuration', 'events'],
  'Run it': [
    'operating',
    'operating/scale',
    'settings',
    'logs',
    'brand',
    'service-keys',
    'identity-providers',
  ],
  'Judge it': ['security', 'performance', 'data-export'],
  'Change it': ['architecture', 'design', 'languages', 'releasing'],
};
export function siteSidebar(project: string) {
  const item = (file: string) => ({
    text: titleOf(path.join(project, file)),
    link: `/${file.replace(/(README)?\.md$/, '')}`,
  });
  const group = (text: string, files: readonly string[], collapsed = false) => ({
    text,
    collapsed,
    items: files.map(item),
  });
  const inDocs = (names: readonly string[], folder = '') => names.map((name) => `docs/${folder}${name}.md`);
  const namesOf = (folder: string) => namesIn(path.join(project, 'docs', folder));
  const start = group('Start', [
    'examples/README.md',
    'package/README.md',
    'create/README.md',
    'CHANGELOG.md',
    'CONTRIBUTING.md',
  ]);
  return [
    { ...start, items: [{ text: 'Foyer', link: '/' }, ...start.items] },
    group('Guides', inDocs(guidesOf(project), 'guides/')),
    ...Object.entries(GROUPS).map(([text, names]) => group(text, inDocs(names))),
    group('Procedures', inDocs(namesOf('procedures'), 'procedures/'), true),
    group('Decisions', inDocs(namesOf('decisions'), 'decisions/'), true),
  ];
}

/** Without the extension, README first. */
function namesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder)
    .filter((file) => file.endsWith('.md'))
    .map((file) => file.slice(0, -'.md'.length))
    .toSorted();
  return names.toSorted((a, b) => Number(b === 'README') - Number(a === 'README'));
}

/** In the order of their README. The test finds a guide that it does not list. */
function guidesOf(project: string): string[] {
  const text = readFileSync(path.join(project, 'docs/guides/README.md'), 'utf8');
  const names = [...text.matchAll(/\]\(([\w-]+)\.md/g)].map(([, name = '']) => name);
  return ['README', ...new Set(names)];
}

/** The first heading without code marks. */
function titleOf(file: string): string {
  const [, heading = path.basename(file, '.md')] = /^# +(.+)$/m.exec(readFileSync(file, 'utf8')) ?? [];
  return heading.replaceAll('`', '');
}
