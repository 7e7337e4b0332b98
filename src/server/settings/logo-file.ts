import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { svgFault } from '../brand/svg.ts';

export interface LogoFile {
  readonly type: 'image/svg+xml' | 'image/png';
  readonly content: Buffer;
}

/** A larger logo of a button would slow the page down. */
const MAX_BYTES = 64 * 1024;
const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** The message is the end of a sentence that begins with the variable. */
export const logoFile = z.string().transform((file, context): LogoFile => {
  const logo = readLogoFile(file);
  if (typeof logo !== 'string') return logo;
  context.addIssue(logo);
  return z.NEVER;
});

function readLogoFile(file: string): LogoFile | string {
  let content: Buffer;
  try {
    content = readFileSync(file);
  } catch {
    return 'names a file that cannot be read';
  }
  if (content.length > MAX_BYTES) return 'names a file of more than 64 kB';
  if (content.subarray(0, PNG_SIGNATURE.length).equals(PNG_SIGNATURE)) return { type: 'image/png', content };
  const fault = svgFault(content.toString());
  if (fault === null) return { type: 'image/svg+xml', content };
  return `names a file that is no PNG and, as an SVG, ${fault}`;
}
