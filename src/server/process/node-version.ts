/**
 * The first import of every program: ends the process when its Node is too old, before a confusing error.
 * It imports nothing, so that nothing fails before it.
 */

/** The first versions with `process.getBuiltinModule` and `require` of ES modules are 20.19 and 22.12. */
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
