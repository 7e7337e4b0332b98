import { useScopeTexts } from './scopes.ts';
import classes from './scope-words.module.css';

/** An unknown scope is shown by its name. */
export function ScopeWords({ scope }: { readonly scope: string }) {
  const { label, description } = useScopeTexts()(scope) ?? { label: { text: scope }, description: null };
  return (
    <span>
      <bdi lang={label.lang}>{label.text}</bdi>{' '}
      {description && (
        <span className={classes['description']}>
          <bdi lang={description.lang}>{description.text}</bdi>
        </span>
      )}
    </span>
  );
}
