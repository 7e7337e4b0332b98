import type { RawAnswer } from '../app/raw-request.ts';

export const SESSION_COOKIE = 'foyer.session';

const setCookies = ({ headers }: RawAnswer) => [headers['set-cookie'] ?? []].flat();

/** The token of the session that the answer begins or renews. */
export function tokenIn(answer: RawAnswer): string | undefined {
  const beginning = `${SESSION_COOKIE}=`;
  const line = setCookies(answer).find((each) => each.startsWith(beginning));
  return line?.slice(beginning.length).split(';')[0];
}

/** The cookies of the answer, as a browser sends them back. */
export function cookiesOf(answer: RawAnswer): string {
  return setCookies(answer)
    .map((line) => line.split(';')[0])
    .join('; ');
}

/** Whether the answer asks for another try. */
export function isUnavailable({ status, headers, text }: RawAnswer): boolean {
  return status === 503 && headers['retry-after'] !== undefined && text.includes('"UNAVAILABLE"');
}
