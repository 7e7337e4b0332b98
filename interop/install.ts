import { existsSync } from 'node:fs';
import type { TestProject } from 'vitest/node';
import { installPackages } from '../scripts/install-packages.ts';
import { installDebianPackage } from '../scripts/debian-package.ts';
import { findChromium } from '../scripts/find-chromium.ts';

/** The Debian packages of each test, and a file or folder of each one. */
const DEBIAN = {
  apache: { 'libapache2-mod-auth-openidc': '/usr/lib/apache2/modules/mod_auth_openidc.so' },
  aiosmtpd: { 'python3-aiosmtpd': '/usr/lib/python3/dist-packages/aiosmtpd' },
  authlib: {
    'python3-authlib': '/usr/lib/python3/dist-packages/authlib',
    'python3-flask': '/usr/lib/python3/dist-packages/flask',
    'python3-requests': '/usr/lib/python3/dist-packages/requests',
  },
  go: {
    'golang-go': '/usr/bin/go',
    'golang-gopkg-square-go-jose.v2-dev': '/usr/share/gocode/src/gopkg.in/square/go-jose.v2',
  },
  python: {
    'python3-jwt': '/usr/lib/python3/dist-packages/jwt',
    'python3-cryptography': '/usr/lib/python3/dist-packages/cryptography',
  },
  ruby: {
    ruby: '/usr/bin/ruby',
    'ruby-jwt': '/usr/share/rubygems-integration/all/gems/jwt-2.5.0',
    'ruby-rbnacl': '/usr/lib/ruby/vendor_ruby/rbnacl',
  },
  glewlwyd: { glewlwyd: '/usr/bin/glewlwyd', sqlite3: '/usr/bin/sqlite3' },
  oathtool: { oathtool: '/usr/bin/oathtool' },
} as const satisfies Record<string, Record<string, string>>;

const CHROMIUM = ['chromium-headless-shell', 'chromium'];

export type Software = keyof typeof DEBIAN | 'chromium' | 'npm packages';

declare module 'vitest' {
  interface ProvidedContext {
    missingSoftware: Partial<Record<Software, string>>;
  }
}

/** Where systemd runs, a package may start a server. */
const mayInstall = !existsSync('/run/systemd/system');

/** Vitest's global set-up. Tests of software that cannot be installed are skipped. */
export default async function installSoftware(project: TestProject): Promise<void> {
  const missing: Partial<Record<Software, string>> = {};
  for (const [software, packages] of Object.entries(DEBIAN)) {
    const absent = Object.entries(packages).filter(
      ([name, file]) => !existsSync(file) && !(mayInstall && installDebianPackage([name])),
    );
    if (absent.length > 0) missing[software as Software] = notInstalled(absent.map(([name]) => name));
  }
  const hasChromium = findChromium() !== null || (mayInstall && installDebianPackage(CHROMIUM));
  if (!hasChromium) missing.chromium = notInstalled(['chromium']);
  await installPackages(new URL('./', import.meta.url), console.log).catch(({ message }: Error) => {
    missing['npm packages'] = message;
  });
  project.provide('missingSoftware', missing);
}

function notInstalled(names: readonly string[]): string {
  return `not installed, and cannot be installed by this process: apt-get install ${names.join(' ')}`;
}
