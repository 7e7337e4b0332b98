/**
 * The first import of every program: it ends the process when its Node is too old. Without it, whatever is missing first is blamed, such as
 * `foyer.config.ts`. It imports nothing, so that nothing can fail before it.
 */

/** 20.19 and 22.12 are the first versions of their lines with `process.getBuiltinModule` and with `require` of ES modules, which packages use. */
export function isNodeTooOld(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major === 20) return minor < 19;
  return major < 22 || (major === 22 && minor < 12);
}

if (isNodeTooOld(process.versions.node)) {
  process.stderr.write(
    `Foyer needs Node 20.19, Node 22.12 or a later version, and this is Node ${process.versions.node} (${process.execPath}).\n`,
  );
  process.exit(1);
}
