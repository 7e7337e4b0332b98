import type { AccessToken } from '../../../shared/schemas/access-tokens.ts';
import type { DecidedDevice } from '../../../shared/schemas/device-authorization.ts';
import type { ListedSession } from '../../../shared/schemas/session-list.ts';
import { DEVICE_CODE_MAX_AGE_MS, SECOND_MS } from '../../../shared/limits.ts';
import { ButtonLink } from '../../ui/links.tsx';
import { Illustration } from '../../ui/illustration.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { useTexts } from '../../language/texts.ts';
import { trpc } from '../../trpc.ts';
import classes from './device.module.css';

export interface Decision extends DecidedDevice {
  readonly isApproved: boolean;
}

export function DecisionResult({ decision }: { readonly decision: Decision }) {
  if (!decision.isApproved) return <Denied decided={decision} />;
  return decision.app === null ? <TokenGiven decided={decision} /> : <AppSignedIn decided={decision} />;
}

interface DecidedProps {
  readonly decided: DecidedDevice;
}

/** The program gets its token at its next poll. Only then does the page say that it is listed. */
function TokenGiven({ decided: { clientName, decidedAt } }: DecidedProps) {
  const texts = useTexts().device;
  const isAmong = (list: readonly AccessToken[] | undefined) =>
    list?.some(({ name, createdAt }) => name === clientName && createdAt >= decidedAt) ?? false;
  const tokens = trpc.accessTokens.list.useQuery(undefined, askUntil(isAmong));
  const isListed = isAmong(tokens.data);
  return (
    <Result
      text={isListed ? texts.listed(clientName) : texts.approved(clientName)}
      hint={isListed ? texts.tokensHint : texts.tokensLater}
      to="/account/access-tokens"
      link={texts.toTokens}
    />
  );
}

/** A declared app gets its session at its next poll, and is then one of the devices. */
function AppSignedIn({ decided: { clientName, app, decidedAt } }: DecidedProps) {
  const texts = useTexts().device;
  const isAmong = (list: readonly ListedSession[] | undefined) =>
    list?.some((session) => session.app?.id === app && session.createdAt >= decidedAt) ?? false;
  const sessions = trpc.session.list.useQuery(undefined, askUntil(isAmong));
  const isListed = isAmong(sessions.data);
  return (
    <Result
      text={isListed ? texts.signedIn(clientName) : texts.approved(clientName)}
      hint={isListed ? texts.devicesHint : texts.devicesLater}
      to="/account/devices"
      link={texts.toDevices}
    />
  );
}

interface ResultProps {
  /** Default: the device is connected. */
  readonly title?: string;
  readonly text: string;
  readonly hint: string;
  readonly to: '/account/access-tokens' | '/account/devices' | '/account/activity';
  readonly link: string;
}

function Result({ title, text, hint, to, link }: ResultProps) {
  const { approvedTitle } = useTexts().device;
  return (
    <>
      {title === undefined && <Illustration of="finished" />}
      <PageHeading title={title ?? approvedTitle} />
      <div className={classes['text']} role="status">
        <p>{text}</p>
        <p className={classes['dimmed']}>{hint}</p>
      </div>
      <ButtonLink to={to} variant="default" size="md" fullWidth>
        {link}
      </ButtonLink>
    </>
  );
}

const ASK_EVERY_MS = 2 * SECOND_MS;

/** Repeats until the list has what the device gets, or the device code has expired. */
function askUntil<Item>(isAmong: (list: readonly Item[] | undefined) => boolean) {
  return {
    refetchInterval: ({
      state,
    }: {
      state: { data: readonly Item[] | undefined; dataUpdateCount: number };
    }) => {
      const isOver = state.dataUpdateCount * ASK_EVERY_MS > DEVICE_CODE_MAX_AGE_MS;
      return isOver || isAmong(state.data) ? false : ASK_EVERY_MS;
    },
  } as const;
}

function Denied({ decided: { clientName } }: DecidedProps) {
  const texts = useTexts().device;
  return (
    <Result
      title={texts.deniedTitle}
      text={texts.denied(clientName)}
      hint={texts.notYours}
      to="/account/activity"
      link={texts.secure}
    />
  );
}
