import { statSync } from 'node:fs';
import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const CLIENT = path.join(import.meta.dirname, 'src/client');

/** `button.module.css` and `.root` make the readable `button_root`. Server and browser must agree. */
function classNameOf(name: string, module: string): string {
  // The server reads the styles of a page as `?inline` in development.
  const file = module.replace(/\?.*$/, '');
  const sheet = path.basename(file, '.module.css');
  const namesake = files.get(sheet) ?? file;
  if (namesake !== file) throw new Error(`${file} and ${namesake} would share their classes: rename one.`);
  files.set(sheet, file);
  return `${sheet}_${name}`;
}

const files = new Map<string, string>();

/** Pages of signed-out people, most visited first. Each adds one file: a small file costs a request. */
const PAGE_GROUPS = [
  {
    name: 'first-page',
    sources: ['sign-in/main.ts', 'sign-in/sign-in.tsx', '../shared/plural.ts', '../locales/isolate.ts'],
  },
  // What the sign-up page shares with the page that resets a password.
  {
    name: 'new-password',
    sources: [
      'ui/password/new-password-field.tsx',
      'ui/password/password-form.module.css',
      'ui/interpolated-text.tsx',
    ],
  },
  { name: 'signed-out', sources: ['sign-in/page-sets/signed-out.ts'] },
  // What the pages share that a mail's link opens.
  {
    name: 'mailed-link',
    sources: [
      'sign-in/link-token.ts',
      'sign-in/use-link-call.ts',
      'ui/error-text.tsx',
      'ui/illustration.tsx',
      'ui/password/hidden-username.tsx',
    ],
  },
  { name: 'mailed-links', sources: ['sign-in/page-sets/mailed-links.ts'] },
  { name: 'reset-password', sources: ['sign-in/page-sets/reset-password.ts'] },
  { name: 'pending-link', sources: ['sign-in/page-sets/pending-link.ts'] },
  { name: 'phone-sign-in', sources: ['sign-in/page-sets/phone.ts'] },
  // The sign-in page loads it late, and has nothing else of the pages below.
  { name: 'webauthn', sources: ['features/passkeys/webauthn.ts', 'ui/passkey-icon.tsx'] },
  // Loaded with the first report.
  { name: 'error-reports', sources: ['error-reports.ts'] },
  // Also in "Verify it's you".
  {
    name: 'second-step',
    sources: ['features/second-step/second-step.tsx', 'features/second-step/use-passkey-answer.ts'],
  },
  { name: 'second-factor', sources: ['sign-in/page-sets/second-factor.ts'] },
  // The application and the pages that few people meet share it.
  { name: 'deferred-texts', sources: ['language/deferred-texts.ts'] },
  // The application shows `sign-in/not-found.tsx` too.
  { name: 'public', sources: ['sign-in/page-sets/public.ts'] },
  // What a person sees after a sign-in.
  {
    name: 'application',
    sources: ['application.tsx', 'account/layout.tsx', 'account/profile/profile.tsx', 'ui/dialog.tsx'],
  },
] as const;

/** The file that a module belongs to; `null` leaves it to the bundler. */
function groupOf(module: string, graph: ModuleGraph): string | null {
  if (/\/node_modules\/(?:react|react-dom|scheduler)\/|rolldown\/runtime/.test(module)) return 'react';
  return PAGE_GROUPS.find(({ sources }) => closureOf(sources, graph).has(module))?.name ?? null;
}

interface ModuleGraph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

const closures = new Map<readonly string[], ReadonlySet<string>>();

/** The sources and all that they import at once. */
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

/** Writes each script's modules with bytes (before minification) for `e2e/bundle.spec.ts`. */
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

/** A statement with an effect, so the bundler keeps the module of a style sheet, and with it the sheet. */
const KEEPS_SHEET = 'keepSheet();';

/** Puts class names where they are used, instead of one object for each sheet or one export for each name. */
function inlineClassNames(): Plugin {
  return {
    name: 'inline-class-names',
    enforce: 'post',
    apply: 'build',
    transform(code, id) {
      if (id.endsWith('.module.css'))
        return { code: `${code}\n${KEEPS_SHEET}`, map: null, moduleSideEffects: true };
      const named = code.replace(
        /^import (\w+) from (["'][^"']+\.module\.css["'])/gm,
        'import * as $1 from $2',
      );
      return { code: named, map: null };
    },
    renderChunk: (code) => ({ code: code.replaceAll(KEEPS_SHEET, ''), map: null }),
  };
}

/**
 * Names a worker's file relative to the script, because only the running server knows its `BASE_PATH`. Vite's
 * option for relative addresses would add the script's address to every dynamic import: too much weight.
 */
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

/** The module of the function that Vite puts before every dynamic import. */
const PRELOAD_HELPER = /^\0vite\/preload-helper\.js$/;

/** Replaces that module by our own, which is a third of it and does what the built pages need. */
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

/**
 * React asks for each of these before it uses it, and brings a replacement. All browsers of `target` have the
 * first ones and lack the others, so the build leaves the replacements out.
 */
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
  // Developers use React's tools with `npm run dev`. They would read a typed password in production too.
  'typeof __REACT_DEVTOOLS_GLOBAL_HOOK__': '"undefined"',
};

export default defineConfig(({ command, isSsrBuild = false }) => ({
  root: CLIENT,
  plugins: [
    inlineClassNames(),
    loadStylesOnly(),
    nameWorkersRelatively(),
    react(),
    !isSsrBuild && writeModuleSizes(),
  ],
  css: { modules: { generateScopedName: classNameOf } },
  // What the router's store asks for, without its copy of a hook that React has had since 18.
  resolve: {
    alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector' },
  },
  build: isSsrBuild
    ? // The renderer of the signed-out pages (`scripts/project-build.ts` names it).
      {
        outDir: path.join(import.meta.dirname, 'dist/render'),
        emptyOutDir: true,
        copyPublicDir: false,
        // The server has all pages at once; only the browser loads them one by one.
        rolldownOptions: { checks: { ineffectiveDynamicImport: false } },
        minify: true,
      }
    : {
        outDir: path.join(import.meta.dirname, 'dist/client'),
        emptyOutDir: true,
        // The server finds there the file with a language's texts, and `bench/` the weight of the first page.
        manifest: true,
        // The browsers of `target` know it by themselves.
        modulePreload: {
          polyfill: false,
          resolveDependencies: (_, found) => found.filter((file) => file.endsWith('.css')),
        },
        target: 'baseline-widely-available',
        // Inlined assets would need data: in the content security policy.
        assetsInlineLimit: 0,
        rolldownOptions: {
          input: [path.join(CLIENT, 'index.html'), path.join(CLIENT, 'sign-in.html')],
          // @trpc/client does not declare its files free of effects: a WebSocket link would come along.
          treeshake: { moduleSideEffects: [{ test: /@trpc\/client/, sideEffects: false }] },
          // See `inlineClassNames`.
          optimization: { inlineConst: { mode: 'all' } },
          output: {
            // The first page's script lists all chunks, so names add weight. The manifest describes them.
            chunkFileNames: 'assets/[hash].js',
            codeSplitting: {
              // A page's imports come along only if they belong to the group by themselves.
              includeDependenciesRecursively: false,
              groups: [{ name: groupOf, debugName: 'signed-out pages' }],
            },
          },
        },
      },
  ...(command === 'build' && !isSsrBuild && { define: KNOWN_OF_BROWSERS }),
  // The renderer is one file with everything in it, so the server loads no packages for it.
  ...(isSsrBuild && {
    define: { 'process.env.NODE_ENV': '"production"' },
    ssr: { noExternal: true },
  }),
}));
