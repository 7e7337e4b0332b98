import { at } from '../../base-path.ts';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { LanguageSwitch } from '../../features/language-switch.tsx';
import { Anchor } from '../../ui/anchor.tsx';
import { TextLink } from '../../ui/links.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { SiteMark } from '../../ui/site-mark.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useTexts } from '../../language/texts.ts';
import { isFound, readProcedures } from './api-document.ts';
import { Procedure } from './procedure.tsx';
import classes from './developers.module.css';

export function DevelopersPage() {
  const { developers: texts, common } = useTexts();
  const procedures = useQuery({
    queryKey: ['developers', 'procedures'],
    queryFn: readProcedures,
    staleTime: Infinity,
    retry: false,
  });
  const [search, setSearch] = useState('');
  const wanted = useDeferredValue(search.trim());
  const shown = procedures.data?.filter((one) => isFound(one, wanted)) ?? [];
  return (
    <div className={classes['page']}>
      <header className={classes['header']}>
        <SiteMark />
      </header>
      <main className={classes['main']}>
        <div className={classes['intro']}>
          <PageHeading title={texts.title} />
          <p>{texts.intro}</p>
          <p className={classes['links']}>
            <Anchor href={at('/openapi.json')}>{texts.document}</Anchor>
            <TextLink to="/account/access-tokens">{texts.makeToken}</TextLink>
          </p>
        </div>
        {procedures.isPending && <Skeleton rows={4} />}
        {procedures.isError && (
          <div role="alert" className={classes['trouble']}>
            <p>{texts.trouble}</p>
            <Button variant="default" onClick={() => void procedures.refetch()}>
              {common.tryAgain}
            </Button>
          </div>
        )}
        {procedures.data && (
          <>
            <div role="search" className={classes['search']}>
              <TextField
                type="search"
                label={texts.search}
                description={texts.searchHint}
                size="md"
                value={search}
                onChange={(event) => setSearch(event.currentTarget.value)}
                autoComplete="off"
                spellCheck={false}
              />
              <p role="status" className={classes['count']}>
                {shown.length === 0 ? texts.none : texts.found(shown.length)}
              </p>
            </div>
            {shown.length === 0 && (
              <div>
                <Button variant="default" onClick={() => setSearch('')}>
                  {texts.showAll}
                </Button>
              </div>
            )}
            <div className={classes['list']}>
              {shown.map((procedure) => (
                <Procedure key={procedure.name} procedure={procedure} />
              ))}
            </div>
          </>
        )}
      </main>
      <footer>
        <LanguageSwitch />
      </footer>
    </div>
  );
}
