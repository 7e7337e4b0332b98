import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { listen } from '../run/listen.ts';

type Answerer = (response: ServerResponse, request: IncomingMessage) => unknown;

/** The range interface of Have I Been Pwned, where these passwords were found. The answers are padded. */
export async function startBreachService(passwords: readonly string[]) {
  const found = passwords.map((text) => createHash('sha1').update(text).digest('hex').toUpperCase());
  const asked: { readonly path: string; readonly padding: string | undefined }[] = [];
  const answerRange: Answerer = (response, { url = '' }) => {
    const prefix = url.slice(url.lastIndexOf('/') + 1);
    const lines = found.filter((hash) => hash.startsWith(prefix)).map((hash) => `${hash.slice(5)}:7`);
    const padding = Array.from(
      { length: 800 },
      (_, i) => `${i.toString(16).toUpperCase().padStart(35, '0')}:0`,
    );
    response.writeHead(200, { 'content-type': 'text/plain' }).end([...padding, ...lines].join('\r\n'));
  };
  let answer = answerRange;
  const { url, close } = await listen((request, response) => {
    const padding = request.headers['add-padding'];
    asked.push({ path: request.url ?? '', padding: padding === undefined ? undefined : String(padding) });
    answer(response, request);
  });
  return {
    url: `${url}/range/`,
    asked,
    /** Without an argument, the service answers as usual again. */
    answerWith: (next: Answerer = answerRange): void => void (answer = next),
    close,
    [Symbol.asyncDispose]: close,
  };
}
