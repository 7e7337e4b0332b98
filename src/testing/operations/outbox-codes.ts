import { setTimeout as sleep } from 'node:timers/promises';
import { readOutbox } from '../../server/development/mails/outbox.ts';

/** Of the newest mails to everybody. */
const MAILS_READ = 20;
const LOOK_EVERY_MS = 50;
const MOST_LOOKS = 600;

/** The code of the newest mail to this address of after `since`, when it comes; `null` when none comes. */
export async function codeInOutbox(dataDir: string, email: string, since: Date): Promise<string | null> {
  for (let looks = 0; looks < MOST_LOOKS; looks++) {
    const [code] = (await readOutbox(dataDir, MAILS_READ))
      .filter(({ to, createdAt }) => to === email && new Date(createdAt) >= since)
      .flatMap(({ text }) => /^\d{6}$/m.exec(text)?.[0] ?? []);
    if (code !== undefined) return code;
    await sleep(LOOK_EVERY_MS);
  }
  return null;
}
