import { SERVICE_SCOPES } from '../../../src/shared/service-scopes.ts';
import { isFoyerError } from '../client.ts';
import { failureOf } from './exit-codes.ts';

export interface Output {
  /** For people: prints nothing with `--json`. */
  line(text: string): void;
  /** The unchanged answer, for programs: prints nothing without `--json`. */
  json(value: unknown): void;
}

/** Terminals interpret control characters, and other users choose the names of devices and tokens. */
const CONTROLS = /[\p{Cc}\p{Cf}]/gu;

export function plain(text: string): string {
  return text.replace(CONTROLS, '');
}

export function table(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = [titles, ...rows].map((row) => row.map(plain));
  const widths = titles.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  return cells
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

export function moment(iso: string): string {
  const at = new Date(iso);
  const two = (part: number) => String(part).padStart(2, '0');
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day} ${two(at.getHours())}:${two(at.getMinutes())}`;
}

function scopeText(scope: string): string {
  const isOfKeys = SERVICE_SCOPES.some((each) => each === scope);
  if (isOfKeys) return `It needs a service key with the scope ${scope}.`;
  return `It needs the scope ${scope}: foyer login --scope ${scope}`;
}

export function failureText(error: unknown, asJson: boolean): string {
  const message = error instanceof Error ? error.message : String(error);
  const { code, exitCode } = failureOf(error);
  if (!isFoyerError(error))
    return asJson ? JSON.stringify({ error: { code, message, exitCode } }) : `foyer: ${plain(message)}`;
  const { hint, requestId, retryAfter, scope, issues } = error;
  if (asJson)
    return JSON.stringify({ error: { code, message, exitCode, requestId, retryAfter, scope, issues } });
  const details = [
    ...(scope === undefined ? [] : [scopeText(scope)]),
    ...(retryAfter === undefined ? [] : [`Try again in ${retryAfter} s.`]),
  ];
  const reference = [code, ...(requestId === undefined ? [] : [`request ${requestId}`])].join(', ');
  return plain(`foyer: ${[message, hint, ...details].join(' ')} (${reference})`);
}
