import { z } from 'zod';
import { defineFoyer, field } from '../../shared/foyer-config.ts';
import { checkConfiguration } from '../../server/configuration/check-configuration.ts';

/** An application with a field that the person reads, a field that only administrators know, and a role. */
export const SHOP_CONFIGURATION = checkConfiguration(
  defineFoyer({
    fields: z.object({
      plan: field(z.enum(['free', 'paid']), {
        read: ['person', 'application', 'administrator'],
        write: ['application', 'administrator'],
        label: { en: 'Plan' },
        session: true,
      }),
      note: field(z.string().max(200), {
        read: ['administrator'],
        write: ['administrator'],
        label: { en: 'Note' },
      }),
    }),
    access: { permissions: ['invoice:read'], roles: { accountant: ['invoice:read'] } },
  }),
);
