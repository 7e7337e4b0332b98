import { z } from 'zod';

const state = z
  .enum(['done', 'open', 'broken'])
  .describe('`open`: it is not set up. `broken`: it is set up, and does not work.');
export type ChecklistState = z.infer<typeof state>;

export const checklistOutput = z.strictObject({
  mail: z
    .strictObject({
      state,
      isOutbox: z.boolean().describe('Whether mails go to the outbox, because no mail server is set.'),
      waiting: z
        .int()
        .describe('How many mails have failed for ten minutes and are tried again; at most 100.'),
      givenUp: z.int().describe('How many mails were given up in the last day; at most 100.'),
    })
    .describe('Sending of mails.'),
  provider: z
    .strictObject({
      state,
      count: z.int().describe('How many identity providers there are, without those of the demo.'),
      unreachable: z
        .array(z.string())
        .describe('The names of those whose discovery document cannot be read.'),
    })
    .describe('Identity providers.'),
  brand: z
    .strictObject({
      state,
      hasName: z.boolean().describe('Whether the application has a name.'),
      hasLogo: z.boolean().describe('Whether there is a logo.'),
      hasAccent: z.boolean().describe('Whether there is a colour of its own.'),
    })
    .describe('The brand.'),
  secondFactor: z
    .strictObject({
      state,
      isDemanded: z.boolean().describe('Whether administrators must have a second factor.'),
      without: z.int().describe('How many administrators have none.'),
    })
    .describe('The second factor of administrators.'),
  backup: z
    .strictObject({
      state,
      database: z
        .enum(['embedded', 'single', 'replica-set', 'sharded'])
        .describe('The kind of database. Foyer cannot know whether somebody makes backups.'),
      hasOpenRestore: z
        .boolean()
        .describe('Whether a backup was restored and what was issued before it still works.'),
    })
    .describe('The database, and whether it can be backed up while Foyer runs.'),
  webhook: z
    .strictObject({
      state,
      enabled: z.int().describe('How many endpoints are enabled.'),
      failing: z.int().describe('How many endpoints fail, or were disabled because they failed.'),
    })
    .describe('Webhook endpoints.'),
  proxy: z
    .strictObject({
      state,
      problem: z
        .enum(['plain-http', 'not-trusted', 'no-header', 'too-many-trusted', 'unknown-sender'])
        .nullable()
        .describe(
          'What this request shows. `plain-http`: the origin is not https. `not-trusted`: it has `X-Forwarded-For`, and `TRUST_PROXY` is off. `no-header`: it has none. `too-many-trusted`: it passed fewer proxies than `TRUST_PROXY` says. `unknown-sender`: it came from an address that `TRUST_PROXY` does not name.',
        ),
    })
    .describe('The proxy before Foyer, as seen in this request.'),
});
export type Checklist = z.infer<typeof checklistOutput>;
export type ChecklistKey = keyof Checklist;

export const testMailOutput = z.strictObject({
  to: z
    .string()
    .nullable()
    .describe('The verified address of the administrator; `null` when there is none, and nothing was sent.'),
  isOutbox: z.boolean().describe('Whether it went to the outbox, because no mail server is set.'),
  failure: z
    .string()
    .nullable()
    .describe('Why the mail server did not take it, without addresses; `null`: it took the mail.'),
});
export type SentTestMail = z.infer<typeof testMailOutput>;
