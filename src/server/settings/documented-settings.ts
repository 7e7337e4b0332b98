import { readFileSync } from 'node:fs';

/** A row of docs/settings.md, as Markdown. `<ID>` in the name is the id of a provider or of a client. */
export interface DocumentedSetting {
  readonly name: string;
  readonly defaultValue: string;
  readonly example: string;
  readonly meaning: string;
}

const ROW = /^\| `([A-Z_<>]*[A-Z_<>D])` *\| (.+?) *\| (.+?) *\| (.+?) *\|$/gm;

/** The build keeps the values of this module, because it reads the document. */
export const DOCUMENTED_SETTINGS: readonly DocumentedSetting[] = [
  ...readFileSync(new URL('../../../docs/settings.md', import.meta.url), 'utf8').matchAll(ROW),
].map(([, name = '', defaultValue = '', example = '', meaning = '']) => ({
  name,
  defaultValue,
  example,
  meaning,
}));
