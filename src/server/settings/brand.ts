import type { BasePath } from '../../shared/base-path.ts';
import path from 'node:path';
import { accentOverrides, type Accent } from '../brand/accent.ts';
import { EMPTY_FOLDER, FOLDER_REMEDIES, readBrandFolder, type BrandFolder } from '../brand/brand-folder.ts';
import { contrastFaults, describeContrast, type ContrastVerdict } from '../brand/contrast.ts';
import { diskFolder } from '../brand/folder-source.ts';
import { brandTokens, joinTokens, SCHEMES, type TokenOverrides } from '../brand/tokens.ts';
import type { EnvironmentReader } from './faults.ts';
import * as values from './values.ts';

/** The operator's application, in checked values. */
export interface BrandSettings extends BrandFolder {
  /** `null`: the pages show the host. */
  readonly name: string | null;
  /** `APP_ACCENT`. Its colours are among the tokens, too, where the folder has no others. */
  readonly accent: Accent | null;
  /** As `URL` writes it; `null`: people stay on this site. */
  readonly appUrl: string | null;
  /** `BRAND_DIR`, absolute. */
  readonly folder: string | null;
  readonly links: { readonly terms?: string; readonly privacy?: string; readonly support?: string };
}

export const NO_BRAND: BrandSettings = {
  ...EMPTY_FOLDER,
  name: null,
  accent: null,
  appUrl: null,
  folder: null,
  links: {},
};

const REMEDY = {
  name: 'Set it to the name that people know, e.g. Example.',
  appUrl: 'Set it to the address of your application, e.g. https://app.example.com/.',
  accent:
    'Set it to one colour, or to one for the light and one for the dark scheme, e.g. "#1f6a57, #2a7f68".',
  terms: 'Set it to the address of the page, e.g. https://example.com/terms.',
  privacy: 'Set it to the address of the page, e.g. https://example.com/privacy.',
  support: 'Set it to the address of a page, or to e.g. mailto:help@example.com.',
  contrast: 'Choose colours that people can tell apart.',
} as const;

export function readBrand(reader: EnvironmentReader, site: BasePath, production: boolean): BrandSettings {
  const accent = reader.value('APP_ACCENT', values.accent, REMEDY.accent) ?? null;
  const folderName = reader.text('BRAND_DIR');
  const folder = folderName === null ? null : path.resolve(folderName);
  const content = folder === null ? EMPTY_FOLDER : readFolder(reader, site, folder);
  // The tokens of the folder override those of the accent.
  const tokens =
    accent === null ? content.tokens : joinTokens(accentOverrides(content.tokens, accent), content.tokens);
  reportContrast(reader, tokens, accent);
  return {
    ...content,
    folder,
    tokens,
    accent,
    name: reader.value('APP_NAME', values.appName, REMEDY.name) ?? null,
    appUrl: readUrl(reader, 'APP_URL', REMEDY.appUrl, production) ?? null,
    links: readLinks(reader, production),
  };
}

function readFolder(reader: EnvironmentReader, site: BasePath, folder: string): BrandFolder {
  return readBrandFolder(diskFolder(folder), site, ({ file, wrong, kind }) =>
    reader.fault(file === '' ? 'BRAND_DIR' : `BRAND_DIR/${file}`, wrong, FOLDER_REMEDIES[kind]),
  );
}

function reportContrast(reader: EnvironmentReader, tokens: TokenOverrides, accent: Accent | null): void {
  const isFromSetting = ({ scheme, front }: ContrastVerdict) =>
    front === 'accent' && accent !== null && brandTokens({ tokens }, scheme).accent === accent[scheme];
  for (const fault of SCHEMES.flatMap((scheme) => contrastFaults(brandTokens({ tokens }, scheme), scheme))) {
    reader.fault(
      isFromSetting(fault) ? 'APP_ACCENT' : 'BRAND_DIR/tokens.css',
      `is hard to see: ${describeContrast(fault)}`,
      REMEDY.contrast,
    );
  }
}

function readUrl(
  reader: EnvironmentReader,
  name: string,
  remedy: string,
  production: boolean,
): string | undefined {
  const url = reader.value(name, values.appUrl, remedy);
  if (production && url?.startsWith('http:'))
    reader.fault(name, 'must begin with https:// in production', remedy);
  return url;
}

function readLinks(reader: EnvironmentReader, production: boolean): BrandSettings['links'] {
  const terms = readUrl(reader, 'APP_TERMS_URL', REMEDY.terms, production);
  const privacy = readUrl(reader, 'APP_PRIVACY_URL', REMEDY.privacy, production);
  const isAddress = reader.text('APP_SUPPORT_URL')?.startsWith('mailto:');
  const support = isAddress
    ? reader.value('APP_SUPPORT_URL', values.mailto, REMEDY.support)
    : readUrl(reader, 'APP_SUPPORT_URL', REMEDY.support, production);
  return {
    ...(terms === undefined ? {} : { terms }),
    ...(privacy === undefined ? {} : { privacy }),
    ...(support === undefined ? {} : { support }),
  };
}
