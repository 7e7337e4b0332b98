import { expect, it } from 'vitest';
import { notesOf, withRelease } from './changelog.ts';

const CHANGELOG = `# Changelog

About this file.

## [Unreleased]

### Added

- Second.

## [0.1.0] - 2026-12-01

### Added

- First.
`;

it('gives what is unreleased a version and a day, and begins again', () => {
  const released = withRelease(CHANGELOG, '0.2.0', '2026-12-24');
  expect(released).toContain('## [Unreleased]\n\n## [0.2.0] - 2026-12-24\n\n### Added\n\n- Second.\n');
  expect(notesOf(released, '0.2.0')).toBe('### Added\n\n- Second.');
  expect(notesOf(released, '0.1.0')).toBe('### Added\n\n- First.');
});

it('refuses a release without changes, and the notes of an unknown version', () => {
  const released = withRelease(CHANGELOG, '0.2.0', '2026-12-24');
  expect(() => withRelease(released, '0.3.0', '2026-12-24')).toThrow('nothing under [Unreleased]');
  expect(() => notesOf(released, '0.3.0')).toThrow('no section [0.3.0]');
});
