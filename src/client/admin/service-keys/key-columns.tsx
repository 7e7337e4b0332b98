import { DAY_MS } from '../../../shared/limits.ts';
import type { ServiceKey } from '../../../shared/schemas/service-keys.ts';
import { Badge } from '../../ui/badge.tsx';
import { useTexts } from '../../language/texts.ts';
import { Button } from '../../ui/button.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { useMinute } from '../../ui/use-minute.ts';
import type { Column } from '../table/data-table.tsx';
import table from '../table/data-table.module.css';

export function useKeyColumns(
  keys: readonly ServiceKey[],
  onRevoke: (key: ServiceKey) => void,
): readonly Column<ServiceKey>[] {
  const { accessTokens: words, adminConsole, serviceKeys: texts } = useTexts();
  const names = adminConsole.columnNames;
  return [
    {
      id: 'name',
      name: words.name,
      order: 'ascending',
      isFlexible: true,
      cell: ({ name, hint }) => (
        <>
          <bdi className={table['line']} title={name}>
            {name}
          </bdi>
          <code className={table['second']} title={texts.key}>
            {hint}
          </code>
        </>
      ),
    },
    {
      id: 'state',
      name: adminConsole.state,
      cell: ({ state }) => <Badge tone={state === 'active' ? 'good' : 'plain'}>{texts.states[state]}</Badge>,
    },
    {
      id: 'scopes',
      name: names.scopes,
      isFlexible: true,
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
      isOptional: !keys.some(isOfFormerAdministrator),
      cell: (key) =>
        key.createdBy ? (
          <>
            <bdi className={table['line']}>{key.createdBy.name ?? key.createdBy.id}</bdi>
            {isOfFormerAdministrator(key) && <Badge tone="warning">{texts.makerLeft}</Badge>}
          </>
        ) : (
          texts.madeByServer
        ),
    },
    {
      id: 'created',
      name: words.created,
      order: 'descending',
      isOptional: true,
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
              <span className={table['second']}>
                {`${words.from} `}
                <bdi>{lastUsed.ip}</bdi>
              </span>
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
      cell: (key) => key.state !== 'revoked' && <Expiry serviceKey={key} />,
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

/** The application that has the key needs a new one soon. */
const SOON_MS = 7 * DAY_MS;

function Expiry({ serviceKey: { state, expires } }: { readonly serviceKey: ServiceKey }) {
  const now = useMinute();
  const isSoon = state === 'active' && Date.parse(expires) - now < SOON_MS;
  const time = <RelativeTime at={expires} />;
  return isSoon ? <Badge tone="warning">{time}</Badge> : time;
}

/** Whoever made it lost the role, and the key still works. */
function isOfFormerAdministrator({ createdBy, state }: ServiceKey): boolean {
  return state === 'active' && createdBy?.isAdministrator === false;
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
