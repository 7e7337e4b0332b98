import type { ConfiguredProvider, SettingInForce } from '../../../shared/schemas/settings.ts';
import { Badge } from '../../ui/badge.tsx';
import { Section } from '../../ui/section.tsx';
import { useNameList } from '../../language/name-list.ts';
import { useTexts } from '../../language/texts.ts';
import { trpc } from '../../trpc.ts';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { FieldArrow } from '../../ui/text-field.tsx';
import { AdminQueryNotice } from '../admin-query-notice.tsx';
import classes from '../admin.module.css';
import { Fact } from '../fact.tsx';
import { DataTable, type Column } from '../table/data-table.tsx';
import own from './settings.module.css';

export function SettingsPage() {
  const { settings: texts } = useTexts();
  const listOf = useNameList();
  const query = trpc.administration.settings.useQuery();
  const { data } = query;
  return (
    <>
      <PageHeading title={texts.title} />
      <p className={classes['muted']}>
        {texts.hint} <code dir="ltr">docs/settings.md</code>
      </p>
      <AdminQueryNotice query={query} />
      {query.isPending && !query.isError && <Skeleton rows={6} />}
      {data && (
        <>
          <Section title={texts.providers}>
            {data.identityProviders.length === 0 ? (
              <p>{texts.noProviders}</p>
            ) : (
              <Providers providers={data.identityProviders} />
            )}
            <dl className={own['settings']}>
              <Fact name={texts.otherMethods}>
                {listOf(data.signInMethods.map((method) => texts.methods[method]))}
              </Fact>
            </dl>
          </Section>
          {data.groups.map(({ name, settings }) => (
            <SettingGroup
              key={name}
              title={texts.groups[name]}
              settings={settings.filter(({ isSet }) => isSet)}
            />
          ))}
          <NotSet
            names={data.groups.flatMap(({ settings }) =>
              settings.filter(({ isSet }) => !isSet).map(({ name }) => name),
            )}
          />
        </>
      )}
    </>
  );
}

interface SettingGroupProps {
  readonly title: string;
  readonly settings: readonly SettingInForce[];
}

function SettingGroup({ title, settings }: SettingGroupProps) {
  const { settings: texts } = useTexts();
  if (settings.length === 0) return null;
  return (
    <Section title={title}>
      <dl className={own['settings']}>
        {settings.map(({ name, value }) => (
          <Fact key={name} name={name}>
            {/* A secret has no value here. */}
            {value ?? <Badge tone="good">{texts.set}</Badge>}
          </Fact>
        ))}
      </dl>
    </Section>
  );
}

function NotSet({ names }: { readonly names: readonly string[] }) {
  const { settings: texts } = useTexts();
  if (names.length === 0) return null;
  return (
    <details className={classes['folded']}>
      <summary>
        {texts.showNotSet(names.length)}
        <FieldArrow />
      </summary>
      <ul className={own['names']}>
        {names.map((name) => (
          <li key={name}>
            <bdi>{name}</bdi>
          </li>
        ))}
      </ul>
    </details>
  );
}

function Providers({ providers }: { readonly providers: readonly ConfiguredProvider[] }) {
  const { settings: texts } = useTexts();
  const columns = useProviderColumns();
  return <DataTable label={texts.providers} columns={columns} rows={providers} narrow="all" />;
}

function useProviderColumns(): readonly Column<ConfiguredProvider>[] {
  const { settings: texts } = useTexts();
  return [
    { id: 'name', name: texts.name, cell: ({ name }) => <bdi>{name}</bdi> },
    { id: 'id', name: texts.id, cell: ({ id }) => <code>{id}</code> },
    { id: 'issuer', name: texts.issuer, cell: ({ issuer }) => issuer && <bdi title={issuer}>{issuer}</bdi> },
    {
      id: 'domains',
      name: texts.domains,
      cell: ({ domains }) => domains.length > 0 && <bdi title={domains.join(', ')}>{domains.join(', ')}</bdi>,
    },
    {
      id: 'remarks',
      name: texts.remarks,
      cell: ({ isDemo, isListed, trustsEmail }) => (
        <>
          {isDemo && <Badge tone="plain">{texts.isDemo}</Badge>}{' '}
          {!isListed && <Badge tone="plain">{texts.isFound}</Badge>}{' '}
          {trustsEmail && <Badge tone="plain">{texts.trustsEmail}</Badge>}
        </>
      ),
    },
  ];
}
