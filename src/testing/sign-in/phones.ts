import type { HttpAgent } from '../app/http-agent.ts';
import type { TestApp } from '../app/test-app.ts';

let next = 10_000_000;

/** A German mobile number, unused in this process. */
export function aNumber(): string {
  next += 1;
  return `+49151${next}`;
}

export async function verifyNumber(app: TestApp, agent: HttpAgent, number: string): Promise<void> {
  const { phone } = app.client(agent);
  await phone.set.mutate({ phone: number });
  await phone.verify.mutate({ code: app.phonebox.codeTo(number) });
}

export function wrongCode(code: string): string {
  return code === '111111' ? '222222' : '111111';
}
