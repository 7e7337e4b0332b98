import * as simpleIcons from 'simple-icons';
import type { ProviderMark } from '../../shared/schemas/providers.ts';
import { markColour } from '../brand/mark-colour.ts';
import { builtInProviderIds } from '../settings/built-in-providers.ts';

/** Ids of Auth.js that differ from the name in simple-icons. */
const ICON_NAMES: Readonly<Record<string, string>> = {
  '42-school': '42',
  battlenet: 'battledotnet',
  twitter: 'x',
  wikimedia: 'wikimediafoundation',
};

/** Four squares. simple-icons has no marks of Microsoft. */
const MICROSOFT: ProviderMark = {
  shapes: [
    { path: 'M1 1h10.5v10.5H1z', color: '#f25022' },
    { path: 'M12.5 1H23v10.5H12.5z', color: '#7fba00' },
    { path: 'M1 12.5h10.5V23H1z', color: '#00a4ef' },
    { path: 'M12.5 12.5H23V23H12.5z', color: '#ffb900' },
  ],
};

/** simple-icons has one colour. Google allows its G on a button in its four colours only. */
const COLORED: Readonly<Record<string, ProviderMark>> = {
  'azure-ad': MICROSOFT,
  'azure-ad-b2c': MICROSOFT,
  'microsoft-entra-id': MICROSOFT,
  google: {
    shapes: [
      {
        path: 'M23.52 12.27c0-.85-.08-1.66-.22-2.45H12v4.64h6.46a5.52 5.52 0 0 1-2.4 3.62v3.01h3.88c2.27-2.09 3.58-5.17 3.58-8.82z',
        color: '#4285f4',
      },
      {
        path: 'M12 24c3.24 0 5.96-1.07 7.94-2.91l-3.88-3.01c-1.07.72-2.45 1.15-4.06 1.15-3.13 0-5.78-2.11-6.72-4.95H1.27v3.11A12 12 0 0 0 12 24z',
        color: '#34a853',
      },
      { path: 'M5.28 14.28a7.2 7.2 0 0 1 0-4.56V6.61H1.27a12 12 0 0 0 0 10.78z', color: '#fbbc05' },
      {
        path: 'M12 4.77c1.76 0 3.35.61 4.59 1.79l3.44-3.44A11.53 11.53 0 0 0 12 0 12 12 0 0 0 1.27 6.61l4.01 3.11C6.22 6.88 8.87 4.77 12 4.77z',
        color: '#ea4335',
      },
    ],
  },
};

/** From simple-icons (CC0), by id. The build keeps the values (`scripts/project-build.ts`). */
export const BUILT_IN_MARKS: Readonly<Record<string, ProviderMark>> = readMarks();

function readMarks(): Record<string, ProviderMark> {
  const icons = new Map(Object.values(simpleIcons).map((icon) => [icon.slug, icon]));
  const marks = builtInProviderIds().flatMap((id): [string, ProviderMark][] => {
    const colored = COLORED[id];
    if (colored) return [[id, colored]];
    const icon = icons.get(ICON_NAMES[id] ?? id.replaceAll('-', ''));
    return icon ? [[id, { shapes: [{ path: icon.path, color: markColour(icon.hex) }] }]] : [];
  });
  return Object.fromEntries(marks);
}
