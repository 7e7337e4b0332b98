import { isFoyerError } from '../client.ts';
import { exitCodeOf } from './exit-codes.ts';

export interface Output {
  /** For people. */
  line(text: string): void;
  /** The answer as it is, for programs. */
  json(value: unknown): void;
}

/** What a terminal would do something with: whoever named a device or a token must not write on somebody's screen. */
const CONTROLS = /[\p{Cc}\p{Cf}]/gu;

export function plain(text: string): string {
  return text.replace(CONTROLS, '');
}

/** Columns under their titles, as wide as their widest cell. */
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

/** A day and an hour as they are here. */
export function moment(iso: string): string {
  const at = new Date(iso);
  const two = (part: number) => String(part).padStart(2, '0');
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day} ${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** A failure in one line, or as JSON. */
export function failureText(error: unknown, asJson: boolean): string {
  const message = error instanceof Error ? error.message : String(error);
  const exitCode = exitCodeOf(error);
  if (!isFoyerError(error)) {
    return asJson ? JSON.stringify({ error: { message, exitCode } }) : `foyer: ${plain(message)}`;
  }
  const { code, hint, requestId, retryAfter, scope, issues } = error;
  if (asJson)
    return JSON.stringify({ error: { code, message, exitCode, requestId, retryAfter, scope, issues } });
  const details = [
    ...(issues?.map(({ path, message: sentence }) => `${path.join('.')}: ${sentence}`) ?? []),
    ...(scope === undefined ? [] : [`It needs the scope ${scope}: foyer login --scope ${scope}`]),
    ...(retryAfter === undefined ? [] : [`Try again in ${retryAfter} s.`]),
  ];
  const reference = [code, ...(requestId === undefined ? [] : [`request ${requestId}`])].join(', ');
  return plain(`foyer: ${[message, hint, ...details].join(' ')} (${reference})`);
}
