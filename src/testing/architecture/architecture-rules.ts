import { changesEndTrust, sessionsAreMadeInOnePlace, writesLookForTheirActor } from './session-rules.ts';
import type { SourceFile, SourceImport } from './source-file.ts';

/** Reads all files and answers one sentence for each violation. */
export type Rule = (files: readonly SourceFile[]) => string[];

const MAX_LINES = 300;
/** The first line of a longer file says why it is one file. */
const REASON = /^\/\/ Over 300 lines: .{10,}/;

function isTest(path: string): boolean {
  return /\.(test|test-d)\.tsx?$/.test(path) || path.startsWith('src/testing/');
}

function isUnder(path: string | null, ...places: readonly string[]): boolean {
  return path !== null && places.some((place) => path === place || path.startsWith(place));
}

function isPackage(specifier: string, ...names: readonly string[]): boolean {
  return names.some((name) => specifier === name || specifier.startsWith(`${name}/`));
}

/** A rule about single imports. `fault` answers what is wrong with an import, or `null`. */
function importRule(fault: (file: SourceFile, each: SourceImport) => string | null): Rule {
  return (files) =>
    files.flatMap((file) =>
      file.imports.flatMap((each) => {
        const wrong = fault(file, each);
        return wrong === null ? [] : [`${file.path} imports ${each.specifier}: ${wrong}`];
      }),
    );
}

/** A rule about single files. */
function fileRule(fault: (file: SourceFile) => string | null): Rule {
  return (files) =>
    files.flatMap((file) => {
      const wrong = fault(file);
      return wrong === null ? [] : [`${file.path}: ${wrong}`];
    });
}

const clientTakesOnlyTheRouterType = importRule((file, each) => {
  if (!isUnder(file.path, 'src/client/') || !isUnder(each.target, 'src/server/')) return null;
  return each.kind === 'import' && each.names.every((name) => name === 'AppRouter')
    ? null
    : 'the client takes from the server only `import type { AppRouter }`';
});

/** The files that may read the process's environment. */
const ENVIRONMENT_READERS = new Set([
  'src/server/settings/settings.ts',
  'src/server/main.ts',
  // The operator's commands are processes of their own.
  'src/server/commands/command-process.ts',
  'src/server/commands/check-database-main.ts',
]);

const environmentIsReadInOnePlace = fileRule((file) =>
  file.readsEnvironment && !isTest(file.path) && !ENVIRONMENT_READERS.has(file.path)
    ? 'only the settings read process.env'
    : null,
);

const serverWritesLogLines = fileRule((file) =>
  file.usesConsole &&
  isUnder(file.path, 'src/server/') &&
  !isTest(file.path) &&
  file.path !== 'src/server/main.ts'
    ? 'the server logs through its logger, not the console'
    : null,
);

/** The only file that opens connections to providers. `guarded-fetch.ts` calls it. */
const TRANSPORT = 'src/server/net/transport.ts';

const nothingElseFetches = fileRule((file) => {
  if (!isUnder(file.path, 'src/server/', 'src/shared/') || isTest(file.path) || file.path === TRANSPORT)
    return null;
  const sends = file.imports.some(
    ({ specifier, names }) =>
      isPackage(specifier, 'undici', 'node:http2', 'node:https', 'https') ||
      (isPackage(specifier, 'node:http', 'http') &&
        names.some((name) => /^(?:request|get|Agent|\*|default)$/.test(name))) ||
      // Both use the global `fetch` by default.
      (isPackage(specifier, 'jose') && names.includes('createRemoteJWKSet')) ||
      isPackage(specifier, 'openid-client'),
  );
  return file.callsGlobalFetch || sends ? `calls to the outside go through ${TRANSPORT}` : null;
});

const wordsAreInTheTexts = fileRule((file) => {
  // The page of the design system exists in development only, in English.
  if (
    !isUnder(file.path, 'src/client/') ||
    isUnder(file.path, 'src/client/pages/design/') ||
    isTest(file.path)
  )
    return null;
  const [first] = file.spokenWords;
  return first === undefined ? null : `"${first}" is to stand in src/locales, in every language`;
});

/** The list of languages holds each one's own name for itself. */
const LANGUAGE_LIST = 'src/shared/locale.ts';
/** A letter, a quotation mark or a word that German has and English has not. */
const GERMAN =
  /[äöüÄÖÜß„]|(?<!\p{L})(?:Sie|Ihre?[nmrs]?|und|oder|nicht|wird|wurden?|eine[nmr]?|[Aa]nmelden|[Aa]bmelden|Passwort|Adresse|Konto|Deutsch)(?!\p{L})/u;

/** What shows that a text is in a language, by the folder of its words. */
const TRANSLATIONS: Readonly<Record<string, RegExp>> = { ar: /\p{Script=Arabic}/u, de: GERMAN };

const translationsAreInTheirFolders = fileRule((file) => {
  if (!isUnder(file.path, 'src/') || isUnder(file.path, LANGUAGE_LIST) || isTest(file.path)) return null;
  for (const [locale, pattern] of Object.entries(TRANSLATIONS)) {
    const folder = `src/locales/${locale}`;
    if (isUnder(file.path, `${folder}/`)) continue;
    const translated = file.strings.find((each) => pattern.test(each));
    if (translated !== undefined) return `"${translated}" is to stand in ${folder}`;
    if (file.keys.includes(locale)) return 'what differs by language is to stand in src/locales';
  }
  return null;
});

const emailHasOneSpelling = fileRule((file) =>
  !isTest(file.path) && /(?<![A-Za-z])[Ee]-mail/.test(file.text)
    ? 'the word is written "email" everywhere'
    : null,
);

const countsPickTheirForm = fileRule((file) =>
  isUnder(file.path, 'src/locales/') && !isTest(file.path) && file.comparesWithOne
    ? 'the form for a count is chosen by `plural`: other languages have more forms'
    : null,
);

const faultsHaveKeys = fileRule((file) => {
  if (!isUnder(file.path, 'src/shared/schemas/') || isTest(file.path)) return null;
  const [first] = file.ownFaults;
  return first === undefined ? null : `"${first}" is to stand in src/shared/issues.ts, under a key`;
});

const noExportAll = fileRule((file) => (file.exportsAll ? 'what is exported is named, one by one' : null));

const namesSaySomething = fileRule((file) =>
  file.path.split('/').some((part) => /^(utils?|helpers?|misc|common)(\.|$)/i.test(part))
    ? 'a name says what is inside; this one fits anything'
    : null,
);

const filesAreReadable = fileRule((file) => {
  const lines = file.text.trimEnd().split('\n').length;
  return lines > MAX_LINES && !REASON.test(file.text)
    ? `${lines} lines: split it by subject, or give the reason on its first line`
    : null;
});

/** The rules that need more than the imports, which `import-rules.ts` checks. A failing test shows the name of its rule. */
export const RULES = {
  'the client takes from the server only the type of its router': clientTakesOnlyTheRouterType,
  'process.env is read in the settings only': environmentIsReadInOnePlace,
  'the server has no console calls outside main': serverWritesLogLines,
  'outgoing requests use the guarded fetch only': nothingElseFetches,
  'page texts are in src/locales': wordsAreInTheTexts,
  'German and Arabic words are in their folders': translationsAreInTheirFolders,
  'email is written in one way': emailHasOneSpelling,
  'a count picks its form by plural': countsPickTheirForm,
  'the errors of a schema have keys': faultsHaveKeys,
  'nothing is exported by a star': noExportAll,
  'no file is called utils, helpers, misc or common': namesSaySomething,
  'no file has more than 300 lines without a reason': filesAreReadable,
  'only sign-in/complete.ts makes sessions': sessionsAreMadeInOnePlace,
  'a write for a session checks that session': writesLookForTheirActor,
  'a change of what signs in ends the trust in browsers': changesEndTrust,
} as const satisfies Record<string, Rule>;

export type RuleName = keyof typeof RULES;
