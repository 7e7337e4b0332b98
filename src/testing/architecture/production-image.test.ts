import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

// The tests cannot build the image. They read what would break it.

const PROJECT = fileURLToPath(new URL('../../../', import.meta.url));
const read = (file: string) => readFileSync(path.join(PROJECT, file), 'utf8');

interface LockedPackage {
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly hasInstallScript?: boolean;
}

describe('the production dependencies', () => {
  const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, LockedPackage> };

  it('hold neither the embedded engine, nor the demo providers, nor a loader of TypeScript', () => {
    const installed = Object.entries(packages)
      .filter(([, { dev, devOptional }]) => !dev && !devOptional)
      .map(([name]) => name);
    expect(installed).toContain('node_modules/express');
    // It compiles `foyer.config.ts`, which is mounted into the image.
    expect(installed).toContain('node_modules/esbuild');
    // `tsx` would stay in the memory of the server, with a thread of its own.
    expect(installed.filter((name) => /@0q\/|oidc-provider|\/tsx$|vite$/.test(name))).toEqual([]);
  });

  it('hold the picture library as the image runs it, in packages that nothing has to be downloaded for', () => {
    for (const platform of ['linux-x64', 'linux-arm64']) {
      for (const name of ['sharp', `@img/sharp-${platform}`, `@img/sharp-libvips-${platform}`]) {
        const { dev, devOptional, hasInstallScript } = packages[`node_modules/${name}`] ?? { dev: true };
        expect([name, dev, devOptional, hasInstallScript]).toEqual([name, undefined, undefined, undefined]);
      }
    }
  });
});

describe('Dockerfile', () => {
  const dockerfile = read('Dockerfile');

  it('copies files that exist and that .dockerignore lets through', () => {
    const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, files = '']) =>
      files.split(' '),
    );
    const allowed = read('.dockerignore').split('\n');
    expect(copied).toContain('package-lock.json');
    for (const file of copied) {
      expect([file, existsSync(path.join(PROJECT, file))]).toEqual([file, true]);
      expect(allowed).toContain(`!${file}`);
    }
    expect(allowed).toContain('*');
  });

  it('installs production dependencies alone into what runs, and runs as a user without rights', () => {
    const final = dockerfile.slice(dockerfile.lastIndexOf('FROM base'));
    expect(final).toContain('COPY --from=dependencies /app/node_modules ./node_modules');
    expect(dockerfile).toMatch(/AS dependencies\n(?:(?!FROM)[^\n]*\n)*RUN npm ci --omit=dev/);
    expect(final).toContain('USER node');
    expect(final).toContain('NODE_ENV=production');
  });
});
