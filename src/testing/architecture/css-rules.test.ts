import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { stylesFollowTheWriting } from './css-rules.ts';

const PROJECT = fileURLToPath(new URL('../../../', import.meta.url));

test('every style of the pages and of the package follows the direction of the writing', () => {
  const files = ['src/client', 'package/src'].flatMap((folder) =>
    readdirSync(join(PROJECT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.css'))
      .map((name) => ({
        path: `${folder}/${name}`,
        text: readFileSync(join(PROJECT, folder, name), 'utf8'),
      })),
  );
  expect(files.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['src/client/ui/theme/global.css', 'package/src/react.css']),
  );
  expect(stylesFollowTheWriting(files)).toEqual([]);
});

test.each([
  'margin-left: 1rem',
  'padding-right: 0',
  'scroll-margin-left: 1rem',
  'left: 0',
  'right: auto',
  'border-left: 1px solid',
  'border-right-color: red',
  'border-top-left-radius: 4px',
  'text-align: left',
  'text-align: right',
  'float: right',
  'justify-content: left',
  'background-position: left 1rem center',
  'background: url(a.svg) no-repeat right center',
  'background-image: linear-gradient(to right, red, blue)',
  'transform-origin: top left',
  'padding: 4px 12px 4px 6px',
  'margin: 0 auto 0 0',
  'inset: 0 0 auto auto',
  'border-width: 0 0 0 4px',
  'border-radius: 8px 0',
  'border-radius: 8px 0 0 8px',
  'translate: 1rem 0',
  'transform: translateX(-50%)',
  'transform: translate(4px, 0)',
])('refuses %s', (declaration) => {
  expect(stylesFollowTheWriting([{ path: 'a.css', text: `.a {\n  ${declaration};\n}` }])).toEqual([
    expect.stringContaining(`a.css:2: ${declaration} `),
  ]);
});

test('refuses a declaration after another comment', () => {
  const text = '.a { /* The same from both sides. */ color: red; /* A reason. */ left: 0; }';
  expect(stylesFollowTheWriting([{ path: 'a.css', text }])).toHaveLength(1);
});

test('refuses a declaration inside of a media query', () => {
  const text = '@media (min-width: 40em) { .a { margin-left: 0; } }';
  expect(stylesFollowTheWriting([{ path: 'a.css', text }])).toHaveLength(1);
});

test.each([
  'margin-inline-start: 1rem',
  'inset-inline: 0 auto',
  'inset: 0',
  'inset: 0 auto',
  'padding: 4px 12px 6px',
  'padding: 4px var(--a) 6px var(--a)',
  'padding: 1.25rem clamp(1rem, 4vw, 2rem) 4rem',
  'border-radius: 8px',
  'border-radius: 8px 8px 0 0',
  'border-start-start-radius: 4px',
  'text-align: start',
  'translate: 0 0.25rem',
  'transform: translateY(1px)',
  'background: linear-gradient(to bottom, red, blue)',
  'grid-template-areas: "left right"',
  '/* The same from both sides. */ mask-image: linear-gradient(to right, transparent, #000, transparent)',
])('allows %s', (declaration) => {
  expect(stylesFollowTheWriting([{ path: 'a.css', text: `.a { ${declaration}; }` }])).toEqual([]);
});
