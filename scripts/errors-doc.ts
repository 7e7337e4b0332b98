import { ERRORS, type ErrorCode } from '../src/shared/errors/catalogue.ts';
import { NEXT_STEPS } from '../src/shared/errors/entry.ts';
import { tableRows } from './documents/markdown.ts';
import { withPart } from './generated-part.ts';

/**
 * docs/errors.md with the codes of the catalogue, their status and the next step. When each happens is written there by hand.
 *
 * @throws {Error} when a code has no "when" in the document
 */
export function withErrors(document: string): string {
  const whens = new Map(tableRows(document, 'code').map(([code = '', , when = '']) => [code, when]));
  const rows = (Object.keys(ERRORS) as ErrorCode[]).map((code) => {
    const when = whens.get(`\`${code}\``);
    if (!when) throw new Error(`docs/errors.md: write a row for ${code} that says when it happens.`);
    return `| \`${code}\` | ${ERRORS[code].status} | ${when} | ${NEXT_STEPS[ERRORS[code].next].label} |`;
  });
  return withPart(
    document,
    'errors',
    `| code | status | when | next step |\n| --- | --- | --- | --- |\n${rows.join('\n')}`,
  );
}
