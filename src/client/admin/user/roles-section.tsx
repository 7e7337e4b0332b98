import { useState } from 'react';
import type { User } from '../../../shared/schemas/users.ts';
import { Badge } from '../../ui/badge.tsx';
import { Section } from '../../ui/section.tsx';
import { useTexts } from '../../language/texts.ts';
import { trpc } from '../../trpc.ts';
import { Button } from '../../ui/button.tsx';
import { ActionDialog } from '../action-dialog.tsx';
import { AdminQueryNotice } from '../admin-query-notice.tsx';
import { useRoleName } from '../user-labels.tsx';
import { useUserAction } from './use-user-action.ts';
import type { UserMethod } from '../../../shared/schemas/console.ts';
import admin from '../admin.module.css';
import classes from './user.module.css';
import choices from '../../ui/choices.module.css';

interface NewRoles {
  readonly id: string;
  readonly roles: string[];
  readonly reason?: string;
  readonly removeUnconfirmed?: true;
}

function hasRoles(user: User, roles: readonly string[]): boolean {
  return user.roles.length === roles.length && roles.every((role) => user.roles.includes(role));
}

export function RolesSection({ user }: { readonly user: User }) {
  const { common, person: texts } = useTexts();
  const nameOf = useRoleName();
  const utils = trpc.useUtils();
  const configuration = trpc.administration.configuration.useQuery();
  const declared = configuration.data?.roles ?? [];
  const [chosen, setChosen] = useState<readonly string[]>(user.roles);
  const change = useUserAction({
    subject: 'roles',
    perform: (input: NewRoles) => utils.client.users.setRoles.mutate(input),
    success: (words) => words.person.rolesSaved,
    undo: ({ before, after, input }) => {
      const taken = before.roles.filter((role) => !after.roles.includes(role));
      // A grave role asks for more than one click can say, and an undeclared one cannot be given.
      const isGivenByClick = (role: string) =>
        declared.some(({ name, isGrave }) => name === role && !isGrave);
      if (input.removeUnconfirmed || !taken.every(isGivenByClick)) return null;
      return {
        isCurrent: (present) => hasRoles(present, after.roles),
        perform: () => utils.client.users.setRoles.mutate({ id: input.id, roles: before.roles }),
      };
    },
  });
  const isUnconfirmed = change.failure?.code === 'METHODS_UNCONFIRMED';
  const details = trpc.users.inspect.useQuery({ id: user.id });
  const unconfirmed = isUnconfirmed
    ? (details.data?.signInMethods.filter(({ isConfirmed }) => !isConfirmed) ?? [])
    : [];
  // Without an address of their own, nothing that an administrator removes makes the account theirs.
  const canRemove = unconfirmed.length > 0 && unconfirmed.every(({ kind }) => kind !== 'email');
  const undeclared = user.roles.filter((role) => !declared.some(({ name }) => name === role));
  const toggle = (role: string, isChosen: boolean) => {
    // The next answer is about other roles.
    change.reset();
    setChosen((roles) => [...roles.filter((each) => each !== role), ...(isChosen ? [role] : [])]);
  };
  return (
    <Section
      title={texts.rolesTitle}
      action={
        configuration.data && (
          <Button
            variant="default"
            onClick={() => {
              setChosen(user.roles);
              change.open();
            }}
          >
            {texts.changeRoles}
          </Button>
        )
      }
    >
      <AdminQueryNotice query={configuration} />
      {user.roles.length === 0 ? (
        <p>{texts.noRoles}</p>
      ) : (
        <ul className={classes['badges']}>
          {user.roles.map((role) => (
            <li key={role}>
              <Badge tone="good">{nameOf(role)}</Badge>
            </li>
          ))}
        </ul>
      )}
      <ActionDialog
        action={change}
        title={texts.changeRolesTitle}
        submit={canRemove ? texts.removeUnconfirmed : common.save}
        isDangerous={canRemove}
        reason="kept"
        onSubmit={(reason) =>
          change.run({
            id: user.id,
            roles: [...chosen],
            ...(reason !== '' && { reason }),
            ...(canRemove && { removeUnconfirmed: true }),
          })
        }
      >
        {unconfirmed.length > 0 && <UnconfirmedMethods signInMethods={unconfirmed} />}
        <fieldset className={choices['group']}>
          <legend className={choices['legend']}>{texts.rolesTitle}</legend>
          {[
            ...declared,
            ...undeclared.map((name) => ({ name, permissions: [texts.undeclared], isGrave: false })),
          ].map(({ name, permissions, isGrave }) => (
            <label key={name} className={choices['choice']}>
              <input
                type="checkbox"
                checked={chosen.includes(name)}
                onChange={({ currentTarget }) => toggle(name, currentTarget.checked)}
              />
              <span className={classes['role']}>
                {nameOf(name)}
                {permissions.length > 0 && <span className={admin['muted']}>{permissions.join(', ')}</span>}
                {isGrave && <span className={admin['muted']}>{texts.graveRole}</span>}
              </span>
            </label>
          ))}
        </fieldset>
      </ActionDialog>
    </Section>
  );
}

/** What somebody else put on the account. It is why a grave role was refused. */
function UnconfirmedMethods({ signInMethods }: { readonly signInMethods: readonly UserMethod[] }) {
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
