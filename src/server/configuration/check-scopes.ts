import { z } from 'zod';
import type { LocalizedText } from '../../shared/configuration-types.ts';
import { SCOPE_NAME_MAX_LENGTH } from '../../shared/limits.ts';
import { LOCALES } from '../../shared/locale.ts';
import { ONE_LINE } from '../../shared/one-line.ts';
import { SCOPES } from '../../shared/scopes.ts';
import { SERVICE_SCOPES } from '../../shared/service-scopes.ts';
import type { DeclaredScope } from './configuration.ts';
import { isRecord, readOptions, type Report } from './report.ts';

const OWN_SCOPES_MAX = 50;

/** Text by language. English is used for each missing language. */
export const localizedText = z
  .partialRecord(z.enum(LOCALES), z.string().min(1))
  .refine(({ en }) => en !== undefined, { error: 'en is missing, which is for all other languages' });

/** `noun:verb`. It stands in quotes in the header `WWW-Authenticate` (RFC 6750, section 3). */
const SCOPE_NAME = /^[a-z][a-z0-9-]*(:[a-z][a-z0-9-]*)+$/;
/** Later scopes of Foyer may have these nouns, and people would take `profile:delete` for one of Foyer's. */
const RESERVED_NOUNS: ReadonlySet<string | undefined> = new Set([
  'foyer',
  ...[...SCOPES, ...SERVICE_SCOPES].map(nounOf),
]);

const options = z.strictObject({ label: shortText(80), description: shortText(200).optional() });

export function checkScopes(declared: unknown, fault: Report): DeclaredScope[] {
  if (!isRecord(declared)) {
    fault(['access', 'scopes'], "is no object of scopes. Write { 'orders:write': { label: { en: … } } }.");
    return [];
  }
  const entries = Object.entries(declared);
  if (entries.length > OWN_SCOPES_MAX)
    fault(['access', 'scopes'], `has ${entries.length} scopes. There may be ${OWN_SCOPES_MAX}.`);
  return entries.flatMap(([name, value]) => {
    const path = ['access', 'scopes', name];
    if (!SCOPE_NAME.test(name) || name.length > SCOPE_NAME_MAX_LENGTH) {
      fault(path, 'is no name of a scope. Write orders:write, with a-z, 0-9 and -.');
    } else if (RESERVED_NOUNS.has(nounOf(name))) {
      fault(path, `is reserved: ${nounOf(name)} is a noun of Foyer’s own scopes. Choose another noun.`);
    }
    const data = readOptions(options, value, path, fault);
    if (!data) return [];
    return [
      {
        name,
        label: data.label as LocalizedText,
        description: (data.description as LocalizedText | undefined) ?? null,
      },
    ];
  });
}

function shortText(maxLength: number) {
  return localizedText.refine(
    (texts) => Object.values(texts).every((text) => text.length <= maxLength && ONE_LINE.test(text)),
    { error: `is one line of at most ${maxLength} characters` },
  );
}

/** `orders` of `orders:write`. */
function nounOf(scope: string): string | undefined {
  return scope.split(':', 1)[0];
}
