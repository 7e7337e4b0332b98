import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { NAME_MAX_LENGTH } from '../../../shared/limits.ts';
import { emailAddress, userName } from '../../../shared/schemas/fields.ts';

/** A user of a demo provider. */
export interface DemoPerson {
  /** The login name, which is also the subject. */
  readonly login: string;
  readonly name: string;
  readonly email: string;
  readonly emailVerified: boolean;
}

const LOGIN_MAX_LENGTH = 64;
const MOST_PEOPLE = 10_000;

const blank = z
  .string()
  .trim()
  .length(0)
  .transform(() => undefined);

/** Browsers do not send an unchecked checkbox. */
export const signInForm = z.object({
  login: z
    .string({ error: 'Enter a login name.' })
    .trim()
    .min(1, { error: 'Enter a login name.', abort: true })
    .max(LOGIN_MAX_LENGTH, { error: `A login name has at most ${LOGIN_MAX_LENGTH} characters.` })
    .regex(/^[A-Za-z0-9][A-Za-z0-9._@+-]*$/, {
      error: 'A login name is made of letters, digits and . _ @ + - only.',
    }),
  name: z.union([blank, userName]).optional(),
  email: z.union([blank, emailAddress]).optional(),
  emailVerified: z.literal('on').optional(),
});
export type SignInForm = z.infer<typeof signInForm>;

export interface Users {
  get(login: string): DemoPerson | undefined;
  /** Stores the form's values. Empty ones keep their former value or are derived from the login name. */
  signIn(form: SignInForm): DemoPerson;
}

/** A user who was removed from the store keeps the subject, which is the login name. */
export function createUsers(most = MOST_PEOPLE): Users {
  const people = new LRUCache<string, DemoPerson>({ max: most });
  return {
    get: (login) => people.get(login),
    signIn({ login, name, email, emailVerified }) {
      const former = people.get(login);
      const person: DemoPerson = {
        login,
        name: name ?? former?.name ?? nameFrom(login),
        email: email ?? former?.email ?? addressFrom(login),
        emailVerified: emailVerified === 'on',
      };
      people.set(login, person);
      return person;
    },
  };
}

/** Makes `Ada Lovelace` of `ada.lovelace@example.org`. */
function nameFrom(login: string): string {
  const words = (login.split('@')[0] ?? '').split(/[._+-]+/).filter(Boolean);
  const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ');
  return (name || login).slice(0, NAME_MAX_LENGTH);
}

function addressFrom(login: string): string {
  const parsed = emailAddress.safeParse(login);
  if (parsed.success) return parsed.data;
  // RFC 5321: an address has one @, and no dot at an end or beside another dot.
  const local = login
    .toLowerCase()
    .replace(/@/g, '.')
    .replace(/\.{2,}/g, '.')
    .replace(/\.$/, '');
  return `${local}@example.test`;
}
