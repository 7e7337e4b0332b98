export { can, type Permitted } from './access.ts';
export { createFoyerClient, type FoyerClient, type FoyerClientOptions } from './client.ts';
export { FoyerError, isFoyerError } from './foyer-error.ts';
export { AccountButton, type AccountButtonLabels, type AccountButtonProps } from './react/account-button.tsx';
export { useAccounts, useCan, useProviders, useSession } from './react/hooks.ts';
export { Protect, type ProtectProps } from './react/protect.tsx';
export { FoyerProvider, type FoyerProviderProps } from './react/provider.tsx';
export { SignedIn, SignedOut, type SignedInProps } from './react/signed-in.tsx';
export { useVerification, type VerificationOptions } from './react/verification.ts';
