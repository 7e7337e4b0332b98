import { atBase, type BasePath } from '../../shared/base-path.ts';
import { CHOOSE_PASSWORD } from '../../shared/callback-url.ts';
import type { ErrorCode } from '../../shared/errors/catalogue.ts';
import type { CompletedForm, SignedOutPageName } from '../../shared/signed-out-page.ts';
import type { appRouter } from '../trpc/router.ts';

export type Caller = ReturnType<typeof appRouter.createCaller>;
export type Fields = Readonly<Record<string, string>>;

/** A form of a signed-out page, as a browser sends it without the script. */
export interface Form {
  readonly page: SignedOutPageName;
  /** The procedure that the form calls. */
  readonly procedureOf: (fields: Fields) => string;
  /** Calls it. Returns the address to go to, or what the page then says. */
  readonly send: (caller: Caller, fields: Fields, site: BasePath) => Promise<string | CompletedForm>;
  /** The page that shows a failure, where that is another one. */
  readonly addressAfter?: (failure: ErrorCode, site: BasePath) => string | undefined;
}

/** The fields are what anybody may send. The procedures check them. */
export const textOf = (fields: Fields, name: string) => fields[name] ?? '';
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
