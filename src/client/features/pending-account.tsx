import type { PendingLink } from '../../shared/schemas/accounts.ts';
import { useTexts } from '../language/texts.ts';
import classes from './pending-account.module.css';

/** Without the address that the provider names, because nobody has verified it. */
export function PendingAccount({ pending }: { readonly pending: PendingLink }) {
  const { resumeLink: texts } = useTexts();
  const { providerName, label, providerAccountId } = pending;
  return (
    <dl className={classes['facts']}>
      <dt>{texts.provider}</dt>
      <dd>{providerName}</dd>
      {label !== null && (
        <>
          <dt>{texts.nameThere}</dt>
          <dd>
            <bdi>{label}</bdi>
          </dd>
        </>
      )}
      <dt>{texts.accountThere}</dt>
      <dd>
        <bdi>{providerAccountId}</bdi>
      </dd>
    </dl>
  );
}
