import { Suspense } from 'react';
import type { ListedSession } from '../../../shared/schemas/session-list.ts';
import { Button } from '../../ui/button.tsx';
import { useSessionName } from '../../ui/device-name.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { TextLink } from '../../ui/links.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { QueryErrorNotice } from '../../ui/query-error-notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toActionError } from '../../errors.ts';
import { SECOND_FACTOR_TEXTS } from '../../language/deferred-texts.ts';
import { useNameList } from '../../language/name-list.ts';
import { useTexts } from '../../language/texts.ts';
import { lazyPart } from '../../load-page.ts';
import { trpc } from '../../trpc.ts';
import { Changes } from '../../ui/changes.tsx';
import { List } from '../../ui/list.tsx';
import { useNotice } from '../../ui/notices.tsx';
import { Section } from '../../ui/section.tsx';
import { DeviceItem } from './device-item.tsx';
import { othersOf, useRevokeOthers } from './use-revoke-others.tsx';
import classes from './devices.module.css';

/** Its code and words come after the page. */
const TrustedBrowsers = lazyPart(
  async () => (await import('../two-step/trusted-browsers.tsx')).TrustedBrowsers,
  SECOND_FACTOR_TEXTS,
);

export function DevicesPage() {
  const texts = useTexts().devices;
  const nameOf = useSessionName();
  const listOf = useNameList();
  const utils = trpc.useUtils();
  const sessions = trpc.session.list.useQuery();
  const { notice, showSuccess, clear } = useNotice();

  const remove = (id: string, textOf: (device: string) => string) => {
    const listed = utils.session.list.getData() ?? [];
    const ended = listed.find((session) => session.id === id);
    const apps = appsOf(listed, id);
    const isOver = (session: ListedSession) => session.id === id || session.app?.authorizedBy === id;
    utils.session.list.setData(undefined, (before) => before?.filter((session) => !isOver(session)));
    void utils.activity.invalidate();
    if (!ended) return;
    const name = nameOf(ended);
    const text = apps.length === 0 ? textOf(name) : texts.signedOutAll(listOf([name, ...apps]));
    showSuccess(() => text);
  };
  const revoke = trpc.session.revoke.useMutation({
    onSuccess: (_answer, { id }) => remove(id, texts.signedOut),
    onError: (error, { id }) => {
      if (toActionError(error).code === 'NOT_FOUND') remove(id, texts.signedOutAlready);
    },
  });
  const revokeFailure = revoke.error === null ? null : toActionError(revoke.error);
  const failure = revokeFailure?.code === 'NOT_FOUND' ? null : revokeFailure;

  const current = sessions.data?.find((session) => session.current);
  const others = othersOf(sessions.data);
  const revokeOthers = useRevokeOthers(others, (words) => showSuccess(() => words));
  const listHint = others.some(({ app }) => app) ? texts.listHintApps : texts.listHint;
  return (
    <>
      <PageHeading title={texts.title} />
      {notice}
      {failure && <ErrorNotice error={failure} takeFocus />}
      <QueryErrorNotice query={sessions} />
      {sessions.isPending && (
        <Section title={texts.list} hint={texts.listHint}>
          <Skeleton rows={2} />
        </Section>
      )}
      {sessions.data && (
        <Section title={texts.list} hint={others.length > 0 ? listHint : texts.noOthers}>
          <List>
            {current && <DeviceItem session={current} apps={[]} />}
            {others.map((session) => (
              <DeviceItem
                key={session.id}
                session={session}
                apps={appsOf(sessions.data, session.id)}
                isEnding={revoke.isPending && revoke.variables.id === session.id}
                onEnd={() => {
                  clear();
                  revoke.mutate({ id: session.id });
                }}
              />
            ))}
          </List>
          {others.length > 0 && (
            <Changes>
              <div className={classes['actions']}>
                <p className={classes['hint']}>
                  {texts.notYours} <TextLink to="/account/activity/secure">{texts.secureAccount}</TextLink>
                </p>
                <Button
                  variant="default"
                  isDangerous
                  onClick={() => {
                    clear();
                    revoke.reset();
                    revokeOthers.ask();
                  }}
                >
                  {texts.revokeOthers}
                </Button>
              </div>
            </Changes>
          )}
        </Section>
      )}
      <Suspense>
        <TrustedBrowsers />
      </Suspense>
      {revokeOthers.dialog}
    </>
  );
}

function appsOf(sessions: readonly ListedSession[], id: string): string[] {
  return [...new Set(sessions.flatMap(({ app }) => (app?.authorizedBy === id ? [app.name] : [])))];
}
