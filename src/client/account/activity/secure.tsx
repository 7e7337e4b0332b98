import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { QueryTrouble } from '../../ui/query-trouble.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toActionError } from '../../errors.ts';
import { useTexts } from '../../language/texts.ts';
import { trpc } from '../../trpc.ts';
import { RevokeOthersDialog } from '../devices/revoke-others-dialog.tsx';
import { othersOf, useRevokeOthers } from '../devices/use-revoke-others.ts';
import { Section } from '../section.tsx';
import { EventFacts } from './event-item.tsx';
import { useEventWords } from './event-words.ts';
import { SignInSummary } from './sign-in-summary.tsx';
import classes from './secure.module.css';

/** What to do when something was not oneself: out with whoever it was, then shut the door. Nothing on it acts before it is asked to. */
export function SecurePage() {
  const texts = useTexts().activity;
  const wordsOf = useEventWords();
  const unrecognised = useLocation({ select: ({ state }) => state.unrecognised });
  const sessions = trpc.session.list.useQuery();
  const others = othersOf(sessions.data).length;
  return (
    <>
      <PageHeading title={texts.secureTitle} />
      <p>{texts.secureIntro}</p>
      {unrecognised && (
        <Notice tone="calm" title={texts.secureAbout}>
          <p>{wordsOf(unrecognised)}</p>
          <EventFacts event={unrecognised} />
        </Notice>
      )}
      <Section title={texts.step(1, texts.endSessions)} hint={texts.endSessionsMeaning}>
        <QueryTrouble query={sessions} />
        {sessions.isPending && <Skeleton rows={1} />}
        {sessions.data && <EndOthers count={others} />}
      </Section>
      <Section title={texts.step(2, texts.lookAtMethods)} hint={texts.lookAtMethodsMeaning}>
        <SignInSummary />
        <div className={classes['buttons']}>
          <ButtonLink to="/account/sign-in-methods" variant="default">
            {texts.goToMethods}
          </ButtonLink>
          <ButtonLink to="/account" variant="default">
            {texts.goToProfile}
          </ButtonLink>
          <ButtonLink to="/account/access-tokens" variant="default">
            {texts.goToTokens}
          </ButtonLink>
        </div>
      </Section>
      <Section
        title={texts.step(3, texts.finish)}
        hint={others > 0 ? texts.finishOthersLeft : texts.finishMeaning}
      >
        <div className={classes['buttons']}>
          <ButtonLink to="/account/activity" variant={others > 0 ? 'default' : 'filled'}>
            {texts.finishButton}
          </ButtonLink>
        </div>
      </Section>
    </>
  );
}

function EndOthers({ count }: { readonly count: number }) {
  const texts = useTexts();
  const [asking, setAsking] = useState(false);
  const [revoked, setRevoked] = useState<number | null>(null);
  const revokeOthers = useRevokeOthers((ended) => {
    setAsking(false);
    setRevoked(ended);
  });
  return (
    <>
      {revoked !== null && (
        <Notice tone="success" takeFocus>
          <p>{texts.devices.revokedOthers(revoked)}</p>
        </Notice>
      )}
      {revoked === null && count === 0 && <p>{texts.activity.endSessionsDone}</p>}
      {count > 0 && (
        <div className={classes['buttons']}>
          <Button
            onClick={() => {
              revokeOthers.reset();
              setAsking(true);
            }}
          >
            {texts.activity.endSessionsButton(count)}
          </Button>
          <ButtonLink to="/account/devices" variant="subtle">
            {texts.activity.lookAtDevices}
          </ButtonLink>
        </div>
      )}
      <RevokeOthersDialog
        opened={asking}
        count={count}
        isPending={revokeOthers.isPending}
        failure={revokeOthers.error === null ? null : toActionError(revokeOthers.error)}
        onClose={() => setAsking(false)}
        onRevoke={() => revokeOthers.mutate()}
      />
    </>
  );
}
