import type { ConfiguredProvider, SettingInForce } from '../../../shared/schemas/settings.ts';
import { Badge } from '../../ui/badge.tsx';
import { Section } from '../../ui/section.tsx';
import { useTexts } from '../../language/texts.ts';
import { trpc } from '../../trpc.ts';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { AdminQueryNotice } from '../admin-query-notice.tsx';
import classes from '../admin.module.css';
import { Fact } from '../fact.tsx';
import { DataTable, type Column } from '../table/data-table.tsx';

export function SettingsPage() {
  const { settings: texts } = useTexts();
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
            <dl className={classes['facts']}>
              <Fact name={texts.otherMethods}>
                {data.signInMethods.map((method) => (
                  <Badge key={method} tone="good">
                    {texts.methods[method]}
                  </Badge>
                ))}
              </Fact>
            </dl>
          </Section>
          {data.groups.map(({ name, settings }) => (
            <Section key={name} title={texts.groups[name]}>
              <dl className={classes['facts']}>
                {settings.map((setting) => (
                  <Fact key={setting.name} name={setting.name}>
                    <Value setting={setting} />
                  </Fact>
                ))}
              </dl>
            </Section>
          ))}
        </>
      )}
    </>
  );
}

function Value({ setting: { isSet, value } }: { readonly setting: SettingInForce }) {
  const { settings: texts } = useTexts();
  if (value !== null) return <>{value}</>;
  return isSet ? (
    <Badge tone="good">{texts.set}</Badge>
  ) : (
    <span className={classes['muted']}>{texts.notSet}</span>
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
          {isDemo && <Badge tone="warning">{texts.isDemo}</Badge>}{' '}
          {!isListed && <Badge tone="plain">{texts.isFound}</Badge>}{' '}
          {trustsEmail && <Badge tone="plain">{texts.trustsEmail}</Badge>}
        </>
      ),
    },
  ];
}
