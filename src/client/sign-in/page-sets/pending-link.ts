import { AccountExistsPage } from '../account-exists.tsx';
import { ConfirmAddressPage } from '../confirm-address.tsx';

/** The pages about an account at a provider that waits for this person. */
export const pages = {
  'account-exists': AccountExistsPage,
  'confirm-address': ConfirmAddressPage,
};
