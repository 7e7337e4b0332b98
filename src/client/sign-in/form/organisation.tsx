import type { DiscoveredProvider } from '../../../shared/schemas/providers.ts';
import { useTexts } from '../../language/texts.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { ProviderMark } from '../../ui/provider-mark.tsx';
import type { useProviderStart } from './provider-buttons.tsx';
import classes from './sign-in.module.css';

interface OrganisationProps {
  readonly found: DiscoveredProvider | null;
  readonly providerStart: ReturnType<typeof useProviderStart>;
}

export function Organisation({ found, providerStart }: OrganisationProps) {
  const { common } = useTexts();
  const { failure, leaving, wait, start } = providerStart;
  return (
    <div aria-live="polite" className={classes['organisation']}>
      {found && (
        <div className={classes['providers']}>
          {failure && <ErrorNotice error={failure} takeFocus />}
          <Button
            variant="default"
            size="md"
            fullWidth
            leftSection={<ProviderMark provider={found} />}
            isStartAligned
            loading={leaving === found.id}
            disabled={wait > 0}
            onClick={() => start(found.id)}
          >
            {common.continueWith(found.name)}
          </Button>
        </div>
      )}
    </div>
  );
}
