import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { beforeAll, describe, expect, it } from 'vitest';

const FILE = fileURLToPath(new URL('./someone-elses-app.ts', import.meta.url));
/** `$` marks the position after the hovered name. */
const TEXT = `
import { createFoyerClient, isFoyerError, type Session$ } from './client.ts';
import { getSession } from './server.ts';
const client = createFoyerClient({ url: 'https://example.com' });
const session$ = await client.session.get.query$();
const { user$ } = session!;
const sessions$ = await client.session.list.query$();
client.session.signInWith.mutate$({ provider: 'x' });
try {} catch (error) { if (isFoyerError(error)) { error.code; const { scope$ } = error; } }
const same$ = await getSession(new Request('https://example.com'), { url: 'https://example.com' });
try {} catch (error) {
  if (isFoyerError(error$) && error.code === 'SCOPE_MISSING') { const { scope$: needed } = error; }
  if (isFoyerError<'accounts.unlink'>(error) && error$.code) { const { code$ } = error; }
}
`;

let hovers: { readonly text: string; readonly doc: string; readonly throws: string }[];
beforeAll(() => {
  const marks: number[] = [];
  const text = TEXT.replaceAll(/\$/g, (_mark, position: number) => {
    marks.push(position - marks.length - 1);
    return '';
  });
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    allowImportingTsExtensions: true,
    skipLibCheck: true,
    jsx: ts.JsxEmit.ReactJSX,
    types: ['node'],
  };
  const service = ts.createLanguageService({
    ...ts.sys,
    useCaseSensitiveFileNames: () => true,
    getCompilationSettings: () => options,
    getScriptFileNames: () => [FILE],
    getScriptVersion: () => '1',
    getScriptSnapshot: (file) => {
      const content = file === FILE ? text : ts.sys.readFile(file);
      return content === undefined ? undefined : ts.ScriptSnapshot.fromString(content);
    },
    getCurrentDirectory: () => fileURLToPath(new URL('.', import.meta.url)),
    getDefaultLibFileName: (each) => ts.getDefaultLibFilePath(each),
    fileExists: (file) => file === FILE || ts.sys.fileExists(file),
  });
  hovers = marks.map((position) => {
    const info = service.getQuickInfoAtPosition(FILE, position);
    return {
      text: ts.displayPartsToString(info?.displayParts).replaceAll(/\s+/g, ' '),
      doc: ts.displayPartsToString(info?.documentation),
      throws: ts.displayPartsToString(info?.tags?.find(({ name }) => name === 'throws')?.text),
    };
  });
});

describe('the hover text of an editor', () => {
  it('for an answer is the name of its type', () => {
    const [, session, , user, sessions] = hovers;
    expect(session?.text).toBe('const session: Session | null');
    expect(hovers[8]?.text, 'on a server').toBe('const same: RequestSession | null');
    expect(user?.text).toBe('const user: SessionUser');
    expect(sessions?.text).toBe('const sessions: ListedSession[]');
  });

  it('for the name of a type is a plain object type', () => {
    expect(hovers[0]?.text).toBe(
      '(alias) type Session = { user: SessionUser; expires: string; authenticatedAt: string; proofs: Proof[]; amr: string[]; aal: 1 | 2; roles: Role[]; permissions: Permission[]; impersonation: Impersonation | null; via: { kind: "cookie"; } | { kind: "access-token"; id: string; name: string; scopes: Scope[]; }; } import Session',
    );
  });

  it('for a procedure has its input, output, description and errors', () => {
    const [, , get, , , list, signInWith] = hovers;
    expect(get?.text).toBe(
      '(method) query(input?: undefined, options?: CallOptions): Promise<Session | null>',
    );
    expect(get?.doc).toBe('Who is signed in, or `null`. With an access token: scope `profile:read`.');
    expect(get?.throws).toBe('`ACCESS_TOKEN_INVALID`, `SCOPE_MISSING`');
    expect(list?.doc).toContain('Lists the sessions of this person');
    expect(signInWith?.text).toContain('input: { provider: string; callbackUrl?: string | undefined; }');
  });

  it('for a property of an error is plain, because any scope is known without a registration', () => {
    expect(hovers[7]?.text).toMatch(/^const scope: string \| undefined$/);
  });

  it('for an error names its type, and what its code promises', () => {
    const [, scope, error, code] = hovers.slice(9);
    expect(scope?.text).toBe('(property) scope: string');
    expect(error?.text).toBe('var error: FoyerError<ErrorCodeOf<"accounts.unlink">>');
    expect(code?.text).toMatch(/^const code: ("[\w]+" \| )*"LAST_SIGN_IN_METHOD"/);
  });

  it('never contains a library’s type', () => {
    for (const { text } of hovers) expect(text).not.toMatch(/trpc|zod|Resolver|infer|any/i);
  });
});
