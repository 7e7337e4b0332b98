import type { ServiceKey } from '../../../shared/schemas/service-keys.ts';
import { Badge } from '../../ui/badge.tsx';
import { useTexts } from '../../language/texts.ts';
import { Button } from '../../ui/button.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import type { Column } from '../table/data-table.tsx';

export function useKeyColumns(
  keys: readonly ServiceKey[],
  onRevoke: (key: ServiceKey) => void,
): readonly Column<ServiceKey>[] {
  const { accessTokens: words, adminConsole, serviceKeys: texts } = useTexts();
  const names = adminConsole.columnNames;
  return [
    { id: 'name', name: words.name, order: 'ascending', cell: ({ name }) => <bdi title={name}>{name}</bdi> },
    {
      id: 'state',
      name: adminConsole.state,
      cell: ({ state }) => <Badge tone={state === 'active' ? 'good' : 'plain'}>{texts.states[state]}</Badge>,
    },
    { id: 'key', name: texts.key, cell: ({ hint }) => <code>{hint}</code> },
    {
      id: 'scopes',
      name: names.scopes,
      cell: ({ scopes }) => <code title={scopes.join(', ')}>{scopes.join(', ')}</code>,
    },
    ...(keys.some(({ allowedAddresses }) => allowedAddresses.length > 0)
      ? [
          {
            id: 'addresses',
            name: texts.onlyFrom,
            cell: ({ allowedAddresses: allowed }: ServiceKey) =>
              allowed.length > 0 && <bdi title={allowed.join(', ')}>{allowed.join(', ')}</bdi>,
          },
        ]
      : []),
    {
      id: 'maker',
      name: texts.madeBy,
      cell: ({ createdBy, state }) =>
        createdBy ? (
          <>
            <bdi>{createdBy.name ?? createdBy.id}</bdi>
            {state === 'active' && !createdBy.isAdministrator && (
              <>
                {' '}
                <Badge tone="warning">{texts.makerLeft}</Badge>
              </>
            )}
          </>
        ) : (
          texts.madeByServer
        ),
    },
    {
      id: 'created',
      name: words.created,
      order: 'descending',
      cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
    },
    {
      id: 'used',
      name: names.lastUsed,
      order: 'descending',
      cell: ({ lastUsed }) =>
        lastUsed ? (
          <>
            <RelativeTime at={lastUsed.at} />
            {lastUsed.ip !== null && (
              <>
                {` ${words.from} `}
                <bdi>{lastUsed.ip}</bdi>
              </>
            )}
          </>
        ) : (
          adminConsole.never
        ),
    },
    {
      id: 'expires',
      name: words.expires,
      order: 'ascending',
      cell: ({ state, expires }) => state !== 'revoked' && <RelativeTime at={expires} />,
    },
    {
      id: 'revoke',
      name: names.actions,
      isForActions: true,
      cell: (key) =>
        key.state === 'active' && (
          <Button
            variant="subtle"
            size="compact-sm"
            isDangerous
            aria-label={words.revokeOf(key.name)}
            onClick={() => onRevoke(key)}
          >
            {words.revoke}
          </Button>
        ),
    },
  ];
}

/** What each order compares, as the first press of a heading has it. */
const ORDERS: Readonly<Record<string, (one: ServiceKey, other: ServiceKey) => number>> = {
  name: (one, other) => one.name.localeCompare(other.name),
  created: (one, other) => other.createdAt.localeCompare(one.createdAt),
  used: (one, other) => (other.lastUsed?.at ?? '').localeCompare(one.lastUsed?.at ?? ''),
  expires: (one, other) => one.expires.localeCompare(other.expires),
};

/** In the order of the address: `name`, `-used`. An unknown one is that of the server, the newest first. */
export function inOrder(keys: readonly ServiceKey[], sort: string): readonly ServiceKey[] {
  const compare = ORDERS[sort.replace(/^-/, '')];
  if (!compare) return keys;
  const sorted = keys.toSorted(compare);
  return sort.startsWith('-') ? sorted.toReversed() : sorted;
}
