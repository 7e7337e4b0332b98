import type { DeclaredField } from '../../../shared/schemas/console.ts';
import type { User } from '../../../shared/schemas/users.ts';
import { UserPicture } from '../../ui/user-picture.tsx';
import { useTexts } from '../../language/texts.ts';
import { TextLink } from '../../ui/links.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { useFieldLabel, useFieldValue } from '../field-words.ts';
import type { Column } from '../table/data-table.tsx';
import { useRoleName, StateBadge } from '../user-labels.tsx';
import classes from './users.module.css';

/** More own fields would hide the other columns. */
const FIELDS_SHOWN = 3;

export function useUserColumns(
  fields: readonly DeclaredField[],
  hidden: ReadonlySet<string>,
): readonly Column<User>[] {
  const { people: texts, adminConsole } = useTexts();
  const labelOf = useFieldLabel();
  const valueOf = useFieldValue();
  const roleNameOf = useRoleName();
  const namesOf = (roles: readonly string[]) => roles.map(roleNameOf).join(', ');
  return [
    {
      id: 'name',
      name: texts.person,
      order: 'ascending',
      isFlexible: true,
      cell: ({ id, name, email, image, state, roles }) => (
        <span className={classes['user']}>
          <UserPicture id={id} name={name ?? email} image={image} size="small" />
          <span className={classes['names']}>
            <TextLink to="/admin/people/$id" params={{ id }} preload={false}>
              <bdi>{name ?? email ?? texts.noName}</bdi>
            </TextLink>
            <span className={classes['below']}>
              {state !== 'active' && (
                <span className={classes['state']}>
                  <StateBadge state={state} />
                </span>
              )}
              {roles.length > 0 && !hidden.has('roles') && (
                <bdi className={classes['roles']}>{namesOf(roles)}</bdi>
              )}
              {name !== null && !hidden.has('email') && (
                <bdi className={classes['email']}>{email ?? texts.noAddress}</bdi>
              )}
            </span>
          </span>
        </span>
      ),
    },
    {
      id: 'email',
      name: texts.email,
      isFlexible: true,
      isInFirst: true,
      cell: ({ email }) => <bdi title={email ?? undefined}>{email ?? texts.noAddress}</bdi>,
    },
    { id: 'state', name: texts.state, cell: ({ state }) => <StateBadge state={state} /> },
    {
      id: 'lastSignIn',
      name: texts.lastSignIn,
      cell: ({ lastSignInAt }) =>
        lastSignInAt === null ? adminConsole.never : <RelativeTime at={lastSignInAt} />,
    },
    {
      id: 'roles',
      name: texts.roles,
      isInFirst: true,
      cell: ({ roles }) => roles.length > 0 && <bdi title={namesOf(roles)}>{namesOf(roles)}</bdi>,
    },
    ...fields
      .filter(({ isReadable }) => isReadable)
      .slice(0, FIELDS_SHOWN)
      .map((field) => ({
        id: `field:${field.name}`,
        name: labelOf(field),
        cell: ({ data }: User) => <bdi>{valueOf(data[field.name])}</bdi>,
      })),
    {
      id: 'created',
      name: texts.created,
      order: 'descending',
      cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
    },
  ];
}
