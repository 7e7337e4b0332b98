import leven from 'leven';
import { builtInProviderIds, PROVIDER_SUFFIXES } from './built-in-providers.ts';
import { SETTINGS_CATALOGUE } from './catalogue.ts';
import type { EnvironmentReader } from './faults.ts';
import { nearest, nearestName } from './nearest.ts';
import { CLIENT_SUFFIXES } from './oauth-clients.ts';
import { OIDC_SUFFIXES } from './oidc-providers.ts';

/** Without those of `FAMILIES`. */
export const SETTING_NAMES: readonly string[] = Object.values(SETTINGS_CATALOGUE).flatMap(Object.keys);

interface Family {
  readonly prefix: string;
  readonly suffixes: readonly [string, ...string[]];
}

const FAMILIES: readonly Family[] = [
  { prefix: 'OIDC', suffixes: OIDC_SUFFIXES },
  { prefix: 'AUTH', suffixes: PROVIDER_SUFFIXES },
  { prefix: 'CLIENT', suffixes: CLIENT_SUFFIXES },
];
const ID = /^[A-Z0-9]+(?:_[A-Z0-9]+)*$/;

const REPLACED = new Map([
  ['AUTH_URL', 'Set APP_ORIGIN and AUTH_BASE_PATH.'],
  ['AUTH_TRUST_HOST', 'Remove it: Foyer answers for the host of APP_ORIGIN alone.'],
  ['AUTH_REDIRECT_PROXY_URL', 'Remove it: Foyer has one origin, APP_ORIGIN.'],
]);

/** Other programs use `APP_`, `AUTH_`, `CLIENT_`, `LOG_` and `SMTP_`, too, but none of these. */
const OWN_PREFIXES = ['OIDC_', 'WEBHOOK_', 'METRICS_', 'PHONE_', 'SIGN_IN_', 'SECOND_FACTOR_'];

/** Kubernetes sets these for each service of the namespace, and Docker for each link, with any name. */
const OF_A_SERVICE = /_(?:SERVICE_HOST|SERVICE_PORT(?:_\w+)?|PORT_\d+_(?:TCP|UDP|SCTP)(?:_\w+)?|ENV_\w+)$/;
const ADDRESS_OF_A_SERVICE = /^(?:tcp|udp|sctp):\/\//;

/** Names of other programs that are one letter away from a setting of Foyer. */
const OF_OTHERS = [
  // Auth0's SDK, and names of applications for their parts.
  /^(?:AUTH0|OAUTH2?|API)_/,
  /^(?:CMS|DMS|KMS|LMS|SES|SNS|SQS)_URL$/,
  /^CLIENT_(?:FILE|HOST|USER)NAME$/,
  // Marathon's ports, and the sender of a crontab's mails.
  /^(?:HOST|PORT)(?:S|\d+)$/,
  /^MAILFROM$/,
  // The sender of Auth.js 4, and the log level of Python's images.
  /^(?:EMAIL_FROM|LOGLEVEL)$/,
  // A former add-on of Heroku.
  /^MONGOLAB_URI$/,
];

const LONG_NAME = 11;

/**
 * Reports unknown names: all those in `.env`. The environment has names of other programs, so only those that
 * are nearly a setting, or have a prefix of Foyer.
 */
export function reportUnknownNames(reader: EnvironmentReader, namesInFile: readonly string[]): void {
  for (const name of reader.namesWith('')) {
    if (isSetting(name)) continue;
    const remedy = REPLACED.get(name);
    if (remedy !== undefined) {
      reader.fault(name, 'is not read by Foyer', remedy);
      continue;
    }
    const isInFile = namesInFile.includes(name);
    if (!isInFile && isOfOthers(name, reader.text(name) ?? '')) continue;
    const near = nearSetting(isInFile ? name.toUpperCase() : name);
    // A second name with an equal value hides nothing.
    const isMeant = near !== undefined && (isInFile || reader.text(near) !== reader.text(name));
    if (isMeant || OWN_PREFIXES.some((prefix) => name.startsWith(prefix)) || isOfClient(name, reader)) {
      const meant = near ?? nearestSetting(name);
      reader.fault(name, 'is not a variable that Foyer knows', `Did you mean ${meant}?`);
    } else if (isInFile) {
      const others = `Remove it from .env, which is for Foyer alone. The nearest setting is ${nearestSetting(name)}.`;
      reader.fault(name, 'is not a variable that Foyer knows', others);
    }
  }
}

function isSetting(name: string): boolean {
  return (
    SETTING_NAMES.includes(name) ||
    FAMILIES.some(({ prefix, suffixes }) => idsIn(name, prefix, suffixes).length > 0)
  );
}

/** `A` and `A_CLIENT` in `OIDC_A_CLIENT_ID`, if both endings are known. */
function idsIn(name: string, prefix: string, suffixes: readonly string[]): string[] {
  return suffixes
    .filter((suffix) => name.startsWith(`${prefix}_`) && name.endsWith(`_${suffix}`))
    .map((suffix) => name.slice(prefix.length + 1, -suffix.length - 1))
    .filter((id) => ID.test(id));
}

function isOfOthers(name: string, value: string): boolean {
  return (
    OF_A_SERVICE.test(name) ||
    (name.endsWith('_PORT') && ADDRESS_OF_A_SERVICE.test(value)) ||
    OF_OTHERS.some((pattern) => pattern.test(name))
  );
}

/** As `CLIENT_SHOP_SCOPE` beside `CLIENT_SHOP_REDIRECTS`. */
function isOfClient(name: string, reader: EnvironmentReader): boolean {
  return reader
    .namesWith('CLIENT_')
    .flatMap((each) => idsIn(each, 'CLIENT', CLIENT_SUFFIXES))
    .some((id) => name.startsWith(`CLIENT_${id}_`));
}

/** The setting that differs from `name` by a letter, or by two swapped ones. */
function nearSetting(name: string): string | undefined {
  const near = [...SETTING_NAMES, ...FAMILIES.flatMap((family) => familyNamesLike(name, family))].filter(
    (setting) => isNear(name, setting),
  );
  return nearest(name, near, 1)[0];
}

function isNear(name: string, setting: string): boolean {
  const distance = leven(name, setting, { maxDistance: 3 });
  return distance <= 1 || (distance === 2 && (setting.length >= LONG_NAME || hasSwap(name, setting)));
}

function hasSwap(name: string, setting: string): boolean {
  const at = [...setting].findIndex((letter, index) => letter !== name[index]);
  return name === setting.slice(0, at) + setting[at + 1] + setting[at] + setting.slice(at + 2);
}

function familyNamesLike(name: string, { prefix, suffixes }: Family): string[] {
  if (leven(name.slice(0, prefix.length), prefix) > 2) return [];
  return suffixes.flatMap((suffix) => idsLike(name, prefix, suffix).map((id) => `${prefix}_${id}_${suffix}`));
}

/** Other programs use `AUTH_` too, so only the ids of Auth.js's providers count there. */
function idsLike(name: string, prefix: string, suffix: string): readonly string[] {
  if (prefix === 'AUTH') return providerIdsInCapitals();
  const starts = [0, 1, 2].map((more) => prefix.length + more);
  const ends = [0, 1, 2].map((more) => name.length - suffix.length - more);
  const ids = starts.flatMap((start) => ends.map((end) => name.slice(start, end)));
  return ids.filter((id) => ID.test(id));
}

let idsInCapitals: readonly string[] | undefined;

/** Cached: reading them takes a millisecond, and an environment has many names. */
function providerIdsInCapitals(): readonly string[] {
  return (idsInCapitals ??= builtInProviderIds().map((id) => id.toUpperCase().replaceAll('-', '_')));
}

function nearestSetting(name: string): string {
  const family = FAMILIES.find(({ prefix }) => name.startsWith(`${prefix}_`));
  return family ? nearestName(name, family.suffixes) : (nearest(name, SETTING_NAMES, 1)[0] ?? '');
}
