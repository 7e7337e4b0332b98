import { HttpAgent } from './http-agent.ts';

let addresses = 0;

/** An address in a network (an IPv4 /24) that no other visitor of this process has. */
function nextAddress(): string {
  addresses += 1;
  return `10.${(addresses >> 8) & 255}.${addresses & 255}.1`;
}

/** A person with a browser at a server process. Each step rejects when the server's answer is wrong. */
export class SiteVisitor {
  readonly agent: HttpAgent;
  readonly email: string;
  // Limits count addresses and networks, so each person has another one, behind a trusted proxy.
  readonly #from = nextAddress();

  constructor(origin: string, email: string) {
    this.agent = new HttpAgent(origin);
    this.email = email;
  }

  /** Calls a query without input, or a mutation with it. With an access token, the call has no cookies. */
  async call<T>(procedure: string, input?: unknown, accessToken?: string): Promise<T> {
    const path = `/trpc/${procedure}`;
    const headers = {
      'x-forwarded-for': this.#from,
      ...(accessToken === undefined ? {} : { authorization: `Bearer ${accessToken}` }),
    };
    const answer =
      input === undefined
        ? await this.agent.request(path, { headers, cookies: accessToken === undefined })
        : await this.agent.postJson(path, input, headers);
    if (answer.status !== 200) throw new CallFailed(procedure, answer.status, answer.text);
    return (answer.json() as { result: { data: T } }).result.data;
  }

  async signInByMail(): Promise<void> {
    const { email } = this;
    await this.call('session.requestLink', { email });
    const messages = (await this.agent.request('/dev/outbox.json')).json() as { to: string; text: string }[];
    const codes = messages.flatMap(({ to, text }) =>
      to === email ? (/^\d{6}$/m.exec(text)?.[0] ?? []) : [],
    );
    const [code] = codes;
    await this.call('session.signInWithCode', { email, code });
  }
}

export class CallFailed extends Error {
  override readonly name = 'CallFailed';
  readonly status: number;

  constructor(procedure: string, status: number, text: string) {
    super(`${procedure} answered ${status}: ${text}`);
    this.status = status;
  }
}
