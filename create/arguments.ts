import { parseArgs } from 'node:util';

export const TEMPLATES = ['react', 'next', 'express', 'single-page'] as const;
export type Template = (typeof TEMPLATES)[number];

export const USAGE = `create-foyer-auth <folder> --template <template> [--packages <folder>]
      Begins an application that signs people in by Foyer. Without a folder or a template it asks.

  --template ${TEMPLATES.join(' | ')}
  --packages <folder>   takes foyer-auth and foyer-server from the tarballs in this folder
  --help                this text

Example: create-foyer-auth my-app --template react
`;

/** A sentence for the user. The program ends with 2 and changes nothing. */
export class Refusal extends Error {}

interface Arguments {
  readonly folder: string | undefined;
  readonly template: Template | undefined;
  readonly packages: string | undefined;
  readonly help: boolean;
}

export function readArguments(args: readonly string[]): Arguments {
  const { values, positionals } = parse(args);
  const [folder, ...others] = positionals;
  if (others.length > 0)
    throw new Refusal(`Name one folder. This names ${positionals.length}: ${positionals.join(', ')}.`);
  const { template, packages, help = false } = values;
  return { folder, template: template === undefined ? undefined : toTemplate(template), packages, help };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        template: { type: 'string' },
        packages: { type: 'string' },
        help: { type: 'boolean' },
      },
    });
  } catch (error) {
    throw new Refusal((error as Error).message.replace(/\.?$/, '.'));
  }
}

export function toTemplate(name: string): Template {
  const found = TEMPLATES.find((each) => each === name);
  if (!found)
    throw new Refusal(`There is no template ${JSON.stringify(name)}. Choose one of ${TEMPLATES.join(', ')}.`);
  return found;
}
