// Over 300 lines: one list of samples, for each rule of imports.
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { cruise, type ICruiseOptions, type IConfiguration } from 'dependency-cruiser';
import { describe, expect, it } from 'vitest';
import { DOMAIN_FOLDER_RULES, IMPORT_RULES } from './import-rules.ts';

const PROJECT = fileURLToPath(new URL('../../../', import.meta.url));

/** One line for each import that breaks a rule: the rule, the module and the import. */
async function findViolations(baseDir: string, configuration: IConfiguration): Promise<string[]> {
  const { forbidden, options } = configuration;
  const cruiseOptions: ICruiseOptions = {
    ...(options as ICruiseOptions),
    baseDir,
    validate: true,
    ruleSet: { forbidden: forbidden ?? [] },
  };
  const { output } = await cruise(['src'], cruiseOptions);
  if (typeof output === 'string') throw new Error(output);
  return output.summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`);
}

/** The violations in a small project of these files. All other imported files exist and are empty. */
async function violationsOf(files: Readonly<Record<string, string>>): Promise<string[]> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'foyer-import-rules-'));
  try {
    await symlink(path.join(PROJECT, 'node_modules'), path.join(folder, 'node_modules'));
    const contents = new Map(Object.entries(files));
    for (const [file, text] of Object.entries(files)) {
      for (const [, target = ''] of text.matchAll(/'(\.{1,2}\/[^']+)'/g)) {
        const imported = path.posix.join(path.posix.dirname(file), target);
        if (!contents.has(imported)) contents.set(imported, 'export {};');
      }
    }
    for (const [file, text] of contents) {
      await mkdir(path.join(folder, path.dirname(file)), { recursive: true });
      await writeFile(path.join(folder, file), text);
    }
    return [
      ...(await findViolations(folder, IMPORT_RULES)),
      ...(await findViolations(folder, DOMAIN_FOLDER_RULES)),
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface Samples {
  /** Each of these files breaks the rule. */
  readonly broken: Readonly<Record<string, string>>;
  /** None of these breaks any rule. */
  readonly sound: Readonly<Record<string, string>>;
}

const SAMPLES: Readonly<Record<string, Samples>> = {
  'no-circular': {
    broken: {
      'src/server/a.ts': `import { b } from './b.ts'; export const a = b;`,
      'src/server/b.ts': `import { a } from './a.ts'; export const b = a;`,
    },
    sound: {
      'src/server/a.ts': `import { b } from './b.ts'; export interface A { b: typeof b }`,
      'src/server/b.ts': `import type { A } from './a.ts'; export const b = {} as A;`,
      'src/client/c.ts': `export const page = () => import('./d.ts');`,
      'src/client/d.ts': `import { page } from './c.ts'; export const open = page;`,
    },
  },
  'shared-stands-alone': {
    broken: {
      'src/shared/schemas/a.ts': `import type { Settings } from '../../server/settings/settings.ts';`,
      'src/shared/b.test.ts': `import { App } from '../client/app.tsx';`,
      'src/shared/c.ts': `export type Context = import('../server/trpc/context.ts').Context;`,
    },
    sound: { 'src/shared/schemas/a.ts': `import { LIMIT } from '../limits.ts';` },
  },
  'shared-has-few-packages': {
    broken: {
      'src/shared/a.ts': `import { createHash } from 'node:crypto';`,
      'src/shared/b.ts': `import type { Db } from 'mongodb';`,
    },
    sound: {
      'src/shared/a.ts': `import { z } from 'zod';`,
      'src/shared/phone.ts': `import { parsePhoneNumberFromString } from 'libphonenumber-js/min';`,
      'src/shared/phone.test.ts': `import { expect } from 'vitest'; import { join } from 'node:path';`,
    },
  },
  'locales-import-shared-only': {
    broken: {
      'src/locales/en/a.ts': `import type { Kind } from '../../server/database/kinds.ts';`,
      'src/locales/de/b.ts': `import { useLocale } from '../../client/language/texts.ts';`,
      'src/locales/de/c.ts': `import { z } from 'zod';`,
    },
    sound: {
      'src/locales/en/a.ts': `import { LIMIT } from '../../shared/limits.ts';`,
      'src/locales/de/a.ts': `import type { Texts } from '../texts.ts';`,
      'src/locales/a.test.ts': `import { expect } from 'vitest';`,
    },
  },
  'words-are-loaded-by-language': {
    broken: {
      'src/client/a.ts': `import { signIn } from '../locales/en/pages/sign-in.ts';`,
      'src/server/b.ts': `import { mails } from '../locales/de/mails/mails.ts';`,
    },
    sound: {
      'src/client/a.ts': `import type { PageTexts } from '../locales/texts.ts';`,
      'src/server/b.test.ts': `import { mails } from '../locales/de/mails/mails.ts';`,
    },
  },
  'client-imports-the-router-type-only': {
    broken: {
      'src/client/a.ts': `import type { Settings } from '../server/settings/settings.ts';`,
      'src/client/b.ts': `export const app = await import('../server/app-error.ts');`,
    },
    sound: { 'src/client/trpc.ts': `import type { AppRouter } from '../server/trpc/router.ts';` },
  },
  'router-as-type': {
    broken: { 'src/client/a.ts': `import { AppRouter } from '../server/trpc/router.ts';` },
    sound: { 'src/client/a.ts': `import type { AppRouter } from '../server/trpc/router.ts';` },
  },
  'signed-out-pages-are-small': {
    broken: {
      'src/client/sign-in/render.tsx': `import { Link } from '../ui/links.ts'; export const page = Link;`,
      'src/client/ui/links.ts': `export { createLink as Link } from '@tanstack/react-router';`,
    },
    sound: {
      'src/client/sign-in/render.tsx': `import { Anchor } from '../ui/anchor.ts'; export const page = Anchor;`,
      'src/client/ui/links.ts': `export { createLink as Link } from '@tanstack/react-router';`,
    },
  },
  'client-has-no-node': {
    broken: { 'src/client/a.ts': `import { randomUUID } from 'node:crypto';` },
    sound: { 'src/client/a.test.ts': `import { randomUUID } from 'node:crypto';` },
  },
  'server-imports-no-client': {
    broken: { 'src/server/a.ts': `import { messageOf } from '../client/errors.ts';` },
    sound: { 'src/server/a.ts': `import { ERRORS } from '../shared/errors/catalogue.ts';` },
  },
  'product-imports-no-tests': {
    broken: {
      'src/server/a.ts': `import { makeUser } from '../testing/app/factories.ts';`,
      'src/client/b.ts': `import { vi } from 'vitest';`,
    },
    sound: {
      'src/server/a.test.ts': `import { it } from 'vitest'; import { makeUser } from '../testing/app/factories.ts';`,
      'src/testing/b.ts': `import { expect } from 'vitest';`,
    },
  },
  'domain-is-plain': {
    broken: {
      'src/server/domain/users/a.ts': `import { TRPCError } from '@trpc/server';`,
      'src/server/domain/users/b.ts': `import express from 'express';`,
      'src/server/domain/users/c.ts': `import type { Adapter } from '@auth/core/adapters';`,
      'src/server/domain/users/d.ts': `import type { Context } from '../../trpc/context.ts';`,
      'src/server/domain/users/e.ts': `import { adapter } from '../../auth/adapter.ts';`,
      'src/server/domain/users/f.ts': `import { html } from '../../http/html.ts';`,
    },
    sound: {
      'src/server/domain/users/a.ts': `import { ObjectId } from 'mongodb'; import { AppError } from '../../app-error.ts';`,
      'src/server/trpc/a.ts': `import { TRPCError } from '@trpc/server';`,
    },
  },
  'rules-are-the-bottom': {
    broken: { 'src/server/domain/rules/a.ts': `import { user } from '../users/users.ts';` },
    sound: { 'src/server/domain/rules/a.ts': `import { actor } from './actor.ts';` },
  },
  'sign-in-is-above-what-it-uses': {
    broken: {
      'src/server/domain/users/a.ts': `import { complete } from '../sign-in/complete.ts';`,
      'src/server/domain/phones/b.ts': `import type { Export } from '../privacy/data-export.ts';`,
    },
    sound: {
      'src/server/domain/sign-in/a.ts': `import { user } from '../users/users.ts';`,
      'src/server/domain/email/b.ts': `import { mail } from '../sign-in/sign-in-mail.ts';`,
      'src/server/domain/job-runner.ts': `import { leave } from './privacy/account-deletion.ts';`,
    },
  },
  'domain-folders-have-no-circle': {
    broken: {
      'src/server/domain/users/a.ts': `import { p } from '../pictures/p.ts'; export const a = p;`,
      'src/server/domain/pictures/b.ts': `import { c } from '../users/c.ts'; export const b = c;`,
    },
    sound: {
      'src/server/domain/users/a.ts': `import { p } from '../pictures/p.ts'; export const a = p;`,
      'src/server/domain/pictures/b.test.ts': `import { c } from '../users/c.ts'; export const b = c;`,
    },
  },
  'the-ground-floor-knows-no-domain': {
    broken: { 'src/server/crypto/a.ts': `import { user } from '../domain/users/users.ts';` },
    sound: { 'src/server/crypto/a.ts': `import type { Settings } from '../settings/settings.ts';` },
  },
  'only-main-imports-the-app': {
    broken: {
      'src/server/trpc/a.ts': `import { createApp } from '../app.ts';`,
      'src/server/b.ts': `import './main.ts';`,
    },
    sound: {
      'src/server/serve.ts': `import { createApp } from './app.ts';`,
      'src/server/a.ts': `import { AppError } from './app-error.ts';`,
    },
  },
  'main-loads-the-app-late': {
    broken: { 'src/server/main.ts': `import { serve } from './serve.ts';` },
    sound: { 'src/server/main.ts': `export const load = () => import('./serve.ts');` },
  },
  'routers-import-no-mongodb': {
    broken: { 'src/server/trpc/routers/a.ts': `import type { Db } from 'mongodb';` },
    sound: { 'src/server/trpc/context.ts': `import type { Db } from 'mongodb';` },
  },
  'only-auth-imports-auth-js': {
    broken: {
      'src/server/trpc/a.ts': `import { Auth } from '@auth/core';`,
      'src/server/b.ts': `import { ExpressAuth } from '@auth/express';`,
    },
    sound: { 'src/server/auth/a.ts': `import { Auth } from '@auth/core';` },
  },
  'webauthn-is-loaded-late': {
    broken: {
      'src/server/domain/passkeys/a.ts': `import { verifyRegistrationResponse } from '@simplewebauthn/server';`,
      'src/server/domain/passkeys/b.ts': `export { isoCBOR } from '@simplewebauthn/server/helpers';`,
    },
    sound: {
      'src/server/domain/passkeys/a.ts': `export const load = () => import('@simplewebauthn/server');`,
      'src/server/domain/passkeys/b.ts': `import type { WebAuthnCredential } from '@simplewebauthn/server';`,
    },
  },
  'only-metrics-import-prom-client': {
    broken: {
      'src/server/domain/sign-in/a.ts': `import { Counter } from 'prom-client';`,
      'src/server/b.ts': `import type { Registry } from 'prom-client';`,
    },
    sound: { 'src/server/metrics/a.ts': `import { Counter } from 'prom-client';` },
  },
  'only-passkeys-import-webauthn': {
    broken: {
      'src/server/domain/sign-in/a.ts': `export const load = () => import('@simplewebauthn/server');`,
      'src/server/trpc/b.ts': `import type { WebAuthnCredential } from '@simplewebauthn/server';`,
    },
    sound: {
      'src/server/domain/passkeys/a.ts': `export const load = () => import('@simplewebauthn/server');`,
    },
  },
  'administration-is-the-top': {
    broken: {
      'src/server/domain/sign-in/a.ts': `import { suspend } from '../administration/suspensions.ts';`,
      'src/server/domain/users/b.ts': `import type { Person } from '../administration/person.ts';`,
    },
    sound: {
      'src/server/domain/administration/a.ts': `import { deleteAccount } from '../privacy/account-deletion.ts';`,
      'src/server/trpc/routers/users.ts': `import { suspend } from '../../domain/administration/suspensions.ts';`,
    },
  },
  'ui-knows-no-procedure': {
    broken: {
      'src/client/ui/a.tsx': `import { trpc } from '../trpc.ts';`,
      'src/client/ui/b.tsx': `import { useSession } from '../features/session/session.ts';`,
    },
    sound: { 'src/client/ui/a.tsx': `import { Icon } from './icon.tsx';` },
  },
  'features-know-no-page': {
    broken: { 'src/client/features/a.tsx': `import { Section } from '../account/section.tsx';` },
    sound: {
      'src/client/features/a.tsx': `import { trpc } from '../trpc.ts'; import { Button } from '../ui/button.tsx';`,
    },
  },
  'sign-in-and-account-stay-apart': {
    broken: { 'src/client/sign-in/a.tsx': `import { Section } from '../account/section.tsx';` },
    sound: { 'src/client/account/a.tsx': `import { Icon } from '../ui/icon.tsx';` },
  },
};

const names = [...(IMPORT_RULES.forbidden ?? []), ...(DOMAIN_FOLDER_RULES.forbidden ?? [])].map(
  ({ name = '' }) => name,
);

describe('import directions', () => {
  it('hold in every module', { timeout: 180_000 }, async () => {
    const violations = await Promise.all(
      [IMPORT_RULES, DOMAIN_FOLDER_RULES].map((each) => findViolations(PROJECT, each)),
    );
    expect(violations.flat()).toEqual([]);
  });

  it('have samples for each rule', () => {
    expect(Object.keys(SAMPLES).toSorted()).toEqual(names.toSorted());
  });

  it.each(names)('reports what breaks %s', async (name) => {
    const { broken } = SAMPLES[name] ?? { broken: {} };
    const violations = await violationsOf(broken);
    const isFolderRule = name === 'domain-folders-have-no-circle';
    const files = Object.keys(broken);
    // A circle of modules, or a chain of imports, is reported once, for its first module.
    const isOneFault = name === 'no-circular' || name === 'signed-out-pages-are-small';
    for (const file of isOneFault ? files.slice(0, 1) : files) {
      const from = isFolderRule ? path.posix.dirname(file) : file;
      expect(violations).toContainEqual(expect.stringContaining(`${name}: ${from} `));
    }
  });

  it.each(names)('reports nothing that keeps %s', async (name) => {
    expect(await violationsOf(SAMPLES[name]?.sound ?? {})).toEqual([]);
  });
});
