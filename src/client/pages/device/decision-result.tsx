import type { AccessToken } from '../../../shared/schemas/access-tokens.ts';
import type { DecidedDevice } from '../../../shared/schemas/device-authorization.ts';
import { DEVICE_CODE_MAX_AGE_MS, SECOND_MS } from '../../../shared/limits.ts';
import { ButtonLink } from '../../ui/links.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { useTexts } from '../../language/texts.ts';
import { trpc } from '../../trpc.ts';
import classes from './device.module.css';

export interface Decision extends DecidedDevice {
  readonly isApproved: boolean;
}

export function DecisionResult({ decision }: { readonly decision: Decision }) {
  return decision.isApproved ? <Approved decided={decision} /> : <Denied decided={decision} />;
}

interface DecidedProps {
  readonly decided: DecidedDevice;
}

/** The app gets its token at its next poll. Only then does the page say that the token is listed. */
function Approved({ decided }: DecidedProps) {
  const texts = useTexts().device;
  const isListed = useIsListed(decided);
  const { clientName } = decided;
  return (
    <>
      <PageHeading title={texts.approvedTitle} />
      <div className={classes['text']} role="status">
        <p>{isListed ? texts.listed(clientName) : texts.approved(clientName)}</p>
        <p className={classes['dimmed']}>{isListed ? texts.tokensHint : texts.tokensLater}</p>
      </div>
      <ButtonLink to="/account/access-tokens" variant="default" size="md" fullWidth>
        {texts.toTokens}
      </ButtonLink>
    </>
  );
}

const ASK_EVERY_MS = 2 * SECOND_MS;

/** Whether the app's token is among the person's access tokens. It asks until the device code has expired. */
function useIsListed({ clientName, decidedAt }: DecidedDevice): boolean {
  const isAmong = (list: readonly AccessToken[] | undefined) =>
    list?.some(({ name, createdAt }) => name === clientName && createdAt >= decidedAt) ?? false;
  const tokens = trpc.accessTokens.list.useQuery(undefined, {
    refetchInterval: ({ state: { data, dataUpdateCount } }) => {
      const isOver = dataUpdateCount * ASK_EVERY_MS > DEVICE_CODE_MAX_AGE_MS;
      return isOver || isAmong(data) ? false : ASK_EVERY_MS;
    },
  });
  return isAmong(tokens.data);
}

function Denied({ decided: { clientName } }: DecidedProps) {
  const texts = useTexts().device;
  return (
    <>
      <PageHeading title={texts.deniedTitle} />
      <div className={classes['text']} role="status">
        <p>{texts.denied(clientName)}</p>
        <p className={classes['dimmed']}>{texts.notYours}</p>
      </div>
      <ButtonLink to="/account/activity" variant="default" size="md" fullWidth>
        {texts.secure}
      </ButtonLink>
    </>
  );
}
