import type { ReactNode } from 'react';
import { at } from '../base-path.ts';
import type { PendingLink } from '../../shared/schemas/accounts.ts';
import { ConsentFields } from './mail-code/mail-code-fields.tsx';
import classes from './confirm-address.module.css';

interface ConsentFormProps {
  readonly pending: PendingLink;
  readonly children: ReactNode;
}

/** With it, a button about the pending account works before the script and without it. */
export function ConsentForm({ pending, children }: ConsentFormProps) {
  return (
    <form
      method="post"
      action={at('/confirm-address')}
      onSubmit={(event) => event.preventDefault()}
      className={classes['consent']}
    >
      <ConsentFields account={pending} />
      {children}
    </form>
  );
}
