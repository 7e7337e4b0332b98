import { count, milliseconds, seconds } from './formats.ts';
import type { Results } from './results.ts';

/** What the deliveries of webhooks took, in one paragraph. */
export function webhookLines({ webhooks: measured }: Results): string {
  if (!measured) return '';
  const { deliveries, aloneMs, besideMs, slowAnswerMs, slowReceived, idleP99Ms, busyP99Ms } = measured;
  const rate = (ms: number) => count((deliveries * 1000) / ms);
  const ratios = [besideMs / aloneMs, busyP99Ms / idleP99Ms].map((ratio) => `${ratio.toFixed(2)} ×`);
  return `A fast webhook endpoint gets ${count(deliveries)} deliveries at ${rate(aloneMs)} a second alone, and at ${rate(besideMs)} a second beside one that takes ${seconds(slowAnswerMs)} for each answer (${ratios[0]} the time). The slow one got ${count(slowReceived)} meanwhile. The p99 of \`session.get\` is ${milliseconds(busyP99Ms)} ms then, ${ratios[1]} that of a quiet server.`;
}

/** What the log of events takes, in one paragraph. */
export function eventLines({ events: measured }: Results): string {
  if (!measured) return '';
  const { settled, settledMs, numbered, numberedMs, pages, listedMs, idleP99Ms, busyP99Ms } = measured;
  const rate = (amount: number, ms: number) => count((amount * 1000) / ms);
  const ratio = `${(busyP99Ms / idleP99Ms).toFixed(2)} ×`;
  return `${rate(settled, settledMs)} events are settled a second, ${rate(numbered, numberedMs)} stored and numbered, and a follower reads ${rate(pages, listedMs)} full pages of \`events.list\` a second. The p99 of \`session.get\` meanwhile is ${milliseconds(busyP99Ms)} ms, ${ratio} that of a quiet server.`;
}
