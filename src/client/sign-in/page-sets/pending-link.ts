import { AccountExistsPage } from '../account-exists.tsx';
import { ConfirmAddressPage } from '../confirm-address.tsx';

export const pages = {
  'account-exists': AccountExistsPage,
  'confirm-address': ConfirmAddressPage,
};
