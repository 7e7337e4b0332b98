import type { DiscoveredProvider } from '../../../shared/schemas/providers.ts';
import { ProviderButtons } from './provider-buttons.tsx';
import classes from './sign-in.module.css';

interface OrganisationProps {
  readonly found: DiscoveredProvider | null;
  readonly callbackUrl: string | undefined;
}

/** The sign-in method of the address's organisation, announced when it is found. */
export function Organisation({ found, callbackUrl }: OrganisationProps) {
  return (
    <div aria-live="polite" className={classes['organisation']}>
      {found && (
        <ProviderButtons
          providers={[found]}
          trouble={null}
          callbackUrl={callbackUrl}
          lastUsed={null}
          isProminent
        />
      )}
    </div>
  );
}
