/**
 * `changelog.ts release 0.2.0` gives what is unreleased this version and today's date; `npm version` calls it.
 * `changelog.ts notes 0.2.0` prints what the version brought, for the page of its release.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const FILE = fileURLToPath(new URL('../CHANGELOG.md', import.meta.url));
const UNRELEASED = '## [Unreleased]\n';
/** https://keepachangelog.com/en/1.1.0/ */
const HEADING = /^## \[(?<version>[^\]]+)\]/;

/** The changelog after a release on this day, as `2026-12-24`. Throws when there is nothing to release. */
export function withRelease(changelog: string, version: string, day: string): string {
  if (notesOf(changelog, 'Unreleased') === '')
    throw new Error('CHANGELOG.md has nothing under [Unreleased].');
  return changelog.replace(UNRELEASED, `${UNRELEASED}\n## [${version}] - ${day}\n`);
}

/** The Markdown below the heading of a version. Throws when there is no such heading. */
export function notesOf(changelog: string, version: string): string {
  const sections = changelog.split(/^(?=## )/m);
  const section = sections.find((each) => HEADING.exec(each)?.groups?.['version'] === version);
  if (section === undefined) throw new Error(`CHANGELOG.md has no section [${version}].`);
  return section.slice(section.indexOf('\n')).trim();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [action, version = ''] = process.argv.slice(2);
  const changelog = await readFile(FILE, 'utf8');
  if (action === 'release')
    await writeFile(FILE, withRelease(changelog, version, new Date().toISOString().slice(0, 10)));
  else console.log(notesOf(changelog, version));
}
