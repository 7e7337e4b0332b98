import { atBase, type BasePath } from '../../shared/base-path.ts';
import { CHOOSE_PASSWORD } from '../../shared/callback-url.ts';
import type { ErrorCode } from '../../shared/errors/catalogue.ts';
import type { CompletedForm, SignedOutPageName } from '../../shared/signed-out-page.ts';
import type { appRouter } from '../trpc/router.ts';

export type Caller = ReturnType<typeof appRouter.createCaller>;
export type Fields = Readonly<Record<string, string>>;

/** A form of a signed-out page, as a browser sends it without script. */
export interface Form {
  readonly page: SignedOutPageName;
  readonly procedureOf: (fields: Fields) => string;
  /** Calls the procedure. Returns the address to go to, or what the page then shows. */
  readonly send: (caller: Caller, fields: Fields, site: BasePath) => Promise<string | CompletedForm>;
  readonly addressAfter?: (failure: ErrorCode, site: BasePath) => string | undefined;
}

/** Unchecked: the procedures check the fields. */
export const textOf = (fields: Fields, name: string) => fields[name] ?? '';
export const textsOf = <Name extends string>(fields: Fields, ...names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, textOf(fields, name)])) as Record<Name, string>;
export const callbackOf = ({ callbackUrl }: Fields) => (callbackUrl === undefined ? {} : { callbackUrl });

/** The address after a sign-in by mail. */
export function addressAfterMail(
  answer: {
    readonly callbackUrl: string;
    readonly signUp?: 'password-set' | 'password-left-out' | undefined;
  },
  site: BasePath,
): string {
  return answer.signUp === 'password-left-out' ? atBase(site, CHOOSE_PASSWORD) : answer.callbackUrl;
}
