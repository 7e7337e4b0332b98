import { defineFoyer } from 'foyer-auth/config';

export default defineFoyer({
  access: { permissions: ['invoice:read'], roles: { accountant: ['invoice:read'] } },
  clients: {
    shop: {
      name: 'Shop',
      redirects: ['http://shop.localhost/callback'],
      // The API, whose address `src/main.ts` requests as `resource`.
      resources: ['http://localhost:4000'],
    },
  },
});
