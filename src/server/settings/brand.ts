import type { EnvironmentReader } from './faults.ts';
import * as values from './values.ts';

/** What the operator says about the application behind this front door. */
export interface BrandSettings {
  /** `null`: the pages show the host. */
  readonly name: string | null;
  /** The URL of the application, as `URL` writes it; `null`: people stay on this site. */
  readonly appUrl: string | null;
}

/** Nothing is set. */
export const NO_BRAND: BrandSettings = { name: null, appUrl: null };

const REMEDY = {
  name: 'Set it to the name that people know, e.g. Example.',
  appUrl: 'Set it to the address of your application, e.g. https://app.example.com/.',
} as const;

export function readBrand(reader: EnvironmentReader): BrandSettings {
  return {
    name: reader.value('APP_NAME', values.appName, REMEDY.name) ?? null,
    appUrl: reader.value('APP_URL', values.appUrl, REMEDY.appUrl) ?? null,
  };
}
