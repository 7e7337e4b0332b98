import { pathToFileURL } from 'node:url';
import { entryFile } from '../process/entry-file.ts';

/** As the image and `npm start` do (decision 053). V8 reads the size of the semi-spaces only when it starts. */
const FLAGS = ['--max-semi-space-size=4', '--no-allocation-site-pretenuring', '--enable-source-maps'];

interface Replaceable {
  /** Node 22.15 and later, but not on Windows: this program ends, and the other one has its process id. */
  readonly execve?: (file: string, args: readonly string[], environment: NodeJS.ProcessEnv) => never;
}

/** Starts the server with V8's flags where Node can, in this one process, so that signals need no help. */
export async function startServer(): Promise<void> {
  const { execve } = process as Replaceable;
  const [, program = ''] = process.argv;
  const isWindows = process.platform === 'win32';
  if (execve && !isWindows && FLAGS.some((flag) => !process.execArgv.includes(flag)))
    execve(process.execPath, [process.execPath, ...process.execArgv, ...FLAGS, program], process.env);
  // By its address, so that the bundle of the commands does not contain the server.
  await import(pathToFileURL(entryFile(new URL('../main', import.meta.url)).path).href);
}
