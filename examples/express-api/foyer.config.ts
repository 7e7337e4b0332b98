import { defineFoyer } from 'foyer-auth/config';

export default defineFoyer({
  access: { permissions: ['invoice:read'], roles: { accountant: ['invoice:read'] } },
});
