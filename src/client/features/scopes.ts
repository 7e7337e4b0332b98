import type { OwnScope } from '../../shared/schemas/access-tokens.ts';
import { useLanguage } from '../language/texts.ts';
import { trpc } from '../trpc.ts';

interface ScopeText {
  readonly text: string;
  /** Its language where that is not the language of the page (WCAG 3.1.2). */
  readonly lang?: string;
}

/** In English where the application has no text in the language of the page. */
interface ScopeTexts {
  readonly label: ScopeText;
  readonly description: ScopeText | null;
}

/** Declared by the application. They change only with a restart of the server. */
export function useOwnScopes() {
  return trpc.accessTokens.ownScopes.useQuery(undefined, { staleTime: Infinity });
}

/** For access tokens and OpenID Connect. `null` for an unknown scope, also while the scopes load. */
export function useScopeTexts(): (scope: string) => ScopeTexts | null {
  const { texts, locale } = useLanguage();
  const { data: ownScopes = [] } = useOwnScopes();
  const labels = new Map<string, string>([
    ...texts.accessTokens.groups.flatMap(({ scopes }) => scopes),
    ...Object.entries(texts.continueTo.scopes),
  ]);
  const toText = (translations: OwnScope['label'] | null): ScopeText | null => {
    const translated = translations?.[locale];
    if (translated !== undefined) return { text: translated };
    return translations?.en === undefined ? null : { text: translations.en, lang: 'en' };
  };
  return (scope) => {
    const text = labels.get(scope);
    if (text !== undefined) return { label: { text }, description: null };
    const own = ownScopes.find(({ name }) => name === scope);
    return own ? { label: toText(own.label) ?? { text: scope }, description: toText(own.description) } : null;
  };
}
