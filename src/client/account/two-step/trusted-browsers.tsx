import type { TrustedBrowser } from '../../../shared/schemas/second-factor.ts';
import { toActionError } from '../../errors.ts';
import { useTexts } from '../../language/texts.ts';
import { trpc } from '../../trpc.ts';
import { Button } from '../../ui/button.tsx';
import { DeviceIcon } from '../../ui/device-icons.tsx';
import { useDeviceName } from '../../ui/device-name.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Badge } from '../../ui/badge.tsx';
import { useFormatDay } from '../../ui/format-day.ts';
import { ItemDetails, List, ListItem } from '../../ui/list.tsx';
import { useNotice } from '../../ui/notices.tsx';
import { Section } from '../../ui/section.tsx';

/** Without trusted browsers, there is no section. */
export function TrustedBrowsers() {
  const texts = useTexts().twoStep;
  const nameOf = useDeviceName();
  const formatDay = useFormatDay();
  const utils = trpc.useUtils();
  const { notice, showSuccess, clear } = useNotice();
  const status = trpc.secondFactor.get.useQuery();
  const browsers = status.data?.trustedBrowsers ?? [];
  const end = trpc.secondFactor.endTrust.useMutation({
    onSuccess: (changed, { id }) => {
      const ended = browsers.find((browser) => browser.id === id);
      utils.secondFactor.get.setData(undefined, changed);
      void utils.activity.invalidate();
      if (!ended) return;
      const name = nameOf(ended.device);
      showSuccess(({ twoStep }) => twoStep.trustEnded(name));
    },
    // The list was out of date, for example because of another tab.
    onError: () => void utils.secondFactor.get.invalidate(),
  });
  const failure = end.error ?? status.error;
  if (browsers.length === 0 && !failure) return notice;
  const itemOf = ({ id, current, device, createdAt, expires }: TrustedBrowser) => {
    const name = nameOf(device);
    return (
      <ListItem
        key={id}
        icon={<DeviceIcon kind={device.kind} size={22} />}
        name={
          <>
            {name}
            {current && <Badge tone="good">{texts.thisBrowser}</Badge>}
          </>
        }
        actions={
          <Button
            variant="default"
            aria-label={texts.endTrustOf(name)}
            loading={end.isPending && end.variables.id === id}
            onClick={() => {
              clear();
              end.mutate({ id });
            }}
          >
            {texts.endTrust}
          </Button>
        }
      >
        <ItemDetails>
          {texts.addedOn(formatDay(createdAt))}
          {' · '}
          {texts.trustedUntil(formatDay(expires))}
        </ItemDetails>
      </ListItem>
    );
  };
  return (
    <Section title={texts.trustedTitle} hint={texts.trustedHint}>
      {notice}
      {failure && <ErrorNotice error={toActionError(failure)} takeFocus={end.isError} />}
      {browsers.length > 0 && <List>{browsers.map(itemOf)}</List>}
    </Section>
  );
}
