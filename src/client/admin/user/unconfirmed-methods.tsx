import type { UserMethod } from '../../../shared/schemas/console.ts';
import { useTexts } from '../../language/texts.ts';
import admin from '../admin.module.css';
import classes from './user.module.css';

/** What somebody else put on the account. It is why a grave role was refused. */
export function UnconfirmedMethods({ signInMethods }: { readonly signInMethods: readonly UserMethod[] }) {
  const { person: texts } = useTexts();
  return (
    <section aria-label={texts.unconfirmed}>
      <p>{texts.unconfirmed}</p>
      <ul className={classes['unconfirmed']}>
        {signInMethods.map((way) => (
          <li key={JSON.stringify(way)}>
            {texts.signInMethods[way.kind]}
            {[way.name, way.kind === 'recovery-codes' ? null : way.label].map(
              (words) =>
                words !== null && (
                  <span key={words} className={admin['muted']}>
                    {' '}
                    <bdi>{words}</bdi>
                  </span>
                ),
            )}
          </li>
        ))}
      </ul>
      {signInMethods.some(({ kind }) => kind === 'email') && <p>{texts.addressFirst}</p>}
    </section>
  );
}
