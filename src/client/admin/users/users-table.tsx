import type { DeclaredField } from '../../../shared/schemas/console.ts';
import type { User } from '../../../shared/schemas/users.ts';
import { UserPicture } from '../../account/profile/user-picture.tsx';
import { useTexts } from '../../language/texts.ts';
import { TextLink } from '../../ui/links.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { useFieldLabel, useFieldValue } from '../field-words.ts';
import { useRoleName, StateBadge } from '../user-labels.tsx';
import classes from './users.module.css';

/** More own fields would hide the other columns. */
const FIELDS_SHOWN = 3;

interface UsersTableProps {
  readonly users: readonly User[];
  readonly fields: readonly DeclaredField[];
  /** The rows are those of the last search. */
  readonly isOutdated: boolean;
}

export function UsersTable({ users, fields, isOutdated }: UsersTableProps) {
  const { people: texts, adminConsole } = useTexts();
  const labelOf = useFieldLabel();
  const valueOf = useFieldValue();
  const roleNameOf = useRoleName();
  const shownFields = fields.filter(({ isReadable }) => isReadable).slice(0, FIELDS_SHOWN);
  return (
    <div
      role="region"
      aria-label={adminConsole.tableOf(texts.list)}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- with many columns the table scrolls, also by keyboard
      tabIndex={0}
      className={classes['scroller']}
    >
      <table className={classes['table']} aria-busy={isOutdated}>
        <thead>
          <tr>
            <th scope="col">{texts.person}</th>
            <th scope="col" data-wide>
              {texts.email}
            </th>
            <th scope="col">{texts.state}</th>
            <th scope="col" data-wide>
              {texts.lastSignIn}
            </th>
            <th scope="col" data-wide>
              {texts.roles}
            </th>
            {shownFields.map((field) => (
              <th key={field.name} scope="col" data-wide>
                {labelOf(field)}
              </th>
            ))}
            <th scope="col" data-wide>
              {texts.created}
            </th>
          </tr>
        </thead>
        <tbody>
          {users.map((user) => (
            <tr key={user.id}>
              <th scope="row">
                <span className={classes['user']}>
                  <UserPicture name={user.name ?? user.email} image={user.image} size="small" />
                  <span className={classes['names']}>
                    <TextLink to="/admin/people/$id" params={{ id: user.id }} preload={false}>
                      <bdi>{user.name ?? user.email ?? texts.noName}</bdi>
                    </TextLink>
                    {user.name !== null && (
                      <span className={classes['narrow']}>
                        <bdi>{user.email ?? texts.noAddress}</bdi>
                      </span>
                    )}
                  </span>
                </span>
              </th>
              <td data-wide title={user.email ?? undefined}>
                <bdi>{user.email ?? texts.noAddress}</bdi>
              </td>
              <td>
                <StateBadge state={user.state} />
              </td>
              <td data-wide>
                {user.lastSignInAt === null ? adminConsole.never : <RelativeTime at={user.lastSignInAt} />}
              </td>
              <td data-wide>{user.roles.map(roleNameOf).join(', ')}</td>
              {shownFields.map((field) => (
                <td key={field.name} data-wide>
                  <bdi>{valueOf(user.data[field.name])}</bdi>
                </td>
              ))}
              <td data-wide>
                <RelativeTime at={user.createdAt} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
