import { statSync } from 'node:fs';
import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const CLIENT = path.join(import.meta.dirname, 'src/client');

/** `button.module.css` and `.root` make `button_root`. Server and browser must agree. */
function classNameOf(name: string, module: string): string {
  // In development the server imports styles with `?inline`.
  const file = module.replace(/\?.*$/, '');
  const sheet = path.basename(file, '.module.css');
  const namesake = files.get(sheet) ?? file;
  if (namesake !== file) throw new Error(`${file} and ${namesake} would share their classes: rename one.`);
  files.set(sheet, file);
  return `${sheet}_${name}`;
}

const files = new Map<string, string>();

/** The most frequent first. What a page adds is one file, because every small file costs a request. */
const PAGE_GROUPS = [
  {
    name: 'first-page',
    sources: ['sign-in/main.ts', 'sign-in/sign-in.tsx', '../shared/plural.ts', '../locales/isolate.ts'],
  },
  // Shared by sign-up and password reset.
  {
    name: 'new-password',
    sources: [
      'ui/password/new-password-field.tsx',
      'ui/password/password-form.module.css',
      'ui/interpolated-text.tsx',
    ],
  },
  { name: 'signed-out', sources: ['sign-in/page-sets/signed-out.ts'] },
  // Shared by the pages of a mail's link.
  {
    name: 'mailed-link',
    sources: [
      'sign-in/link-token.ts',
      'sign-in/use-link-call.ts',
      'ui/error-text.tsx',
      'ui/password/hidden-username.tsx',
    ],
  },
  { name: 'mailed-links', sources: ['sign-in/page-sets/mailed-links.ts'] },
  { name: 'reset-password', sources: ['sign-in/page-sets/reset-password.ts'] },
  { name: 'pending-link', sources: ['sign-in/page-sets/pending-link.ts'] },
  { name: 'phone-sign-in', sources: ['sign-in/page-sets/phone.ts'] },
  // The sign-in page loads it late, without any page below.
  { name: 'webauthn', sources: ['features/passkeys/webauthn.ts', 'ui/passkey-icon.tsx'] },
  // Loaded with the first report.
  { name: 'error-reports', sources: ['error-reports.ts'] },
  // Also in "Verify it's you".
  {
    name: 'second-step',
    sources: ['features/second-step/second-step.tsx', 'features/second-step/use-passkey-answer.ts'],
  },
  { name: 'second-factor', sources: ['sign-in/page-sets/second-factor.ts'] },
  // Shared by the application and less frequent pages.
  { name: 'rare-texts', sources: ['language/rare-texts.ts'] },
  // The application also shows `sign-in/not-found.tsx`.
  { name: 'public', sources: ['sign-in/page-sets/public.ts'] },
  // The pages after a sign-in.
  {
    name: 'application',
    sources: ['application.tsx', 'account/layout.tsx', 'account/profile/profile.tsx', 'ui/dialog.tsx'],
  },
] as const;

/** The file of a module; `null` leaves the choice to the bundler. */
function groupOf(module: string, graph: ModuleGraph): string | null {
  if (/\/node_modules\/(?:react|react-dom|scheduler)\/|rolldown\/runtime/.test(module)) return 'react';
  return PAGE_GROUPS.find(({ sources }) => closureOf(sources, graph).has(module))?.name ?? null;
}

interface ModuleGraph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

const closures = new Map<readonly string[], ReadonlySet<string>>();

/** The sources and their static imports. */
function closureOf(sources: readonly string[], graph: ModuleGraph): ReadonlySet<string> {
  const known = closures.get(sources);
  if (known) return known;
  const closure = new Set<string>();
  const take = (id: string) => {
    if (closure.has(id)) return;
    closure.add(id);
    graph.getModuleInfo(id)?.importedIds.forEach(take);
  };
  for (const source of sources) take(path.join(CLIENT, source));
  closures.set(sources, closure);
  return closure;
}

/** Writes the modules of each script with their size in bytes. `e2e/bundle.spec.ts` reads them. */
function writeModuleSizes(): Plugin {
  return {
    name: 'module-sizes',
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).flatMap((output) => (output.type === 'chunk' ? [output] : []));
      const sizes = chunks.map(({ fileName, modules }) => [
        fileName,
        Object.fromEntries(
          Object.entries(modules).map(([id, { renderedLength }]) => [
            path.relative(import.meta.dirname, id),
            id.endsWith('.css') ? statSync(id).size : renderedLength,
          ]),
        ),
      ]);
      this.emitFile({
        type: 'asset',
        fileName: '.vite/modules.json',
        source: JSON.stringify(Object.fromEntries(sizes)),
      });
    },
  };
}

/** The bundler inlines separate names and drops unused ones. It cannot do so with an object's properties. */
function importClassNames(): Plugin {
  return {
    name: 'import-class-names',
    enforce: 'pre',
    apply: 'build',
    transform: (code, id) =>
      /\.tsx?$/.test(id)
        ? {
            code: code.replace(/^import (\w+) from ('[^']+\.module\.css')/gm, 'import * as $1 from $2'),
            map: null,
          }
        : null,
  };
}

/** Only the running server knows `BASE_PATH`. Vite's relative addresses make dynamic imports too large. */
function nameWorkersRelatively(): Plugin {
  return {
    name: 'name-workers-relatively',
    enforce: 'post',
    apply: 'build',
    generateBundle(_, bundle) {
      for (const output of Object.values(bundle))
        if (output.type === 'chunk')
          output.code = output.code.replace(/(new Worker\(new URL\([`"'])\/assets\//g, '$1./');
    },
  };
}

/** The helper that Vite adds to dynamic imports. */
const PRELOAD_HELPER = /^\0vite\/preload-helper\.js$/;

/** Replaces the helper by our own, a third of its size, with what the built pages need. */
function loadStylesOnly(): Plugin {
  return {
    name: 'load-styles-only',
    enforce: 'pre',
    apply: 'build',
    resolveId: {
      filter: { id: PRELOAD_HELPER },
      handler: () => path.join(CLIENT, 'load-styles.ts'),
    },
  };
}

/** React has replacements for these. All browsers of `target` have the first ones and lack the others. */
const KNOWN_OF_BROWSERS = {
  'typeof AbortController': '"function"',
  'typeof MessageChannel': '"function"',
  'typeof clearTimeout': '"function"',
  'typeof document': '"object"',
  'typeof performance': '"object"',
  'typeof queueMicrotask': '"function"',
  'typeof reportError': '"function"',
  'typeof requestAnimationFrame': '"function"',
  'typeof setTimeout': '"function"',
  'typeof window': '"object"',
  // Only Node.js and Internet Explorer have these.
  'typeof process': '"undefined"',
  'typeof setImmediate': '"undefined"',
  'document.documentMode': 'undefined',
  // React's tools would read a typed password in production. Developers use `npm run dev`.
  'typeof __REACT_DEVTOOLS_GLOBAL_HOOK__': '"undefined"',
};

export default defineConfig(({ command, isSsrBuild = false }) => ({
  root: CLIENT,
  plugins: [
    importClassNames(),
    loadStylesOnly(),
    nameWorkersRelatively(),
    react(),
    !isSsrBuild && writeModuleSizes(),
  ],
  css: { modules: { generateScopedName: classNameOf } },
  // The router's store gets React's own hook instead of its copy for versions before 18.
  resolve: {
    alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector' },
  },
  build: isSsrBuild
    ? // The renderer of the signed-out pages.
      {
        outDir: path.join(import.meta.dirname, 'dist/render'),
        emptyOutDir: true,
        copyPublicDir: false,
        // The server imports all pages statically; only the browser loads them one by one.
        rolldownOptions: { checks: { ineffectiveDynamicImport: false } },
        minify: true,
      }
    : {
        outDir: path.join(import.meta.dirname, 'dist/client'),
        emptyOutDir: true,
        // The server finds a language's texts in it, and `bench/` the first page's size.
        manifest: true,
        // The browsers of `target` preload modules themselves.
        modulePreload: {
          polyfill: false,
          resolveDependencies: (_, found) => found.filter((file) => file.endsWith('.css')),
        },
        target: 'baseline-widely-available',
        // Inlined assets need `data:` in the content security policy.
        assetsInlineLimit: 0,
        rolldownOptions: {
          input: [path.join(CLIENT, 'index.html'), path.join(CLIENT, 'sign-in.html')],
          // @trpc/client does not declare its files free of side effects, so its unused WebSocket link would
          // stay.
          treeshake: { moduleSideEffects: [{ test: /@trpc\/client/, sideEffects: false }] },
          output: {
            // The first page's script lists all chunks, so their names cost bytes. The manifest describes
            // them.
            chunkFileNames: 'assets/[hash].js',
            codeSplitting: {
              // Imports of a page join a group only if they match it themselves.
              includeDependenciesRecursively: false,
              groups: [{ name: groupOf, debugName: 'signed-out pages' }],
            },
          },
        },
      },
  ...(command === 'build' && !isSsrBuild && { define: KNOWN_OF_BROWSERS }),
  // The renderer is one file, so the server loads no packages for it.
  ...(isSsrBuild && {
    define: { 'process.env.NODE_ENV': '"production"' },
    ssr: { noExternal: true },
  }),
}));
