import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** The process id of this server's embedded engine, or 0. */
export function enginePidOf(serverPid: number | undefined): number {
  return childPidOf(serverPid, 'engine-process');
}

/** The process id of a child whose command contains `program`, or 0. */
export function childPidOf(parent: number | undefined, program: string): number {
  // Small systems have no pgrep. Linux has the same data in /proc.
  return (existsSync('/proc/self/stat') ? fromProc(parent, program) : fromPgrep(parent, program)) ?? 0;
}

function fromProc(parent: number | undefined, program: string): number | undefined {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .find((pid) => {
      // The second field is the name in brackets, the fourth the parent's id.
      const stat = readProc(pid, 'stat').replace(/^.*\) /s, '');
      return Number(stat.split(' ')[1]) === parent && readProc(pid, 'cmdline').includes(program);
    });
}

/** The file's content, or an empty text when the process has ended. */
function readProc(pid: number, file: 'stat' | 'cmdline'): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

function fromPgrep(parent: number | undefined, program: string): number {
  const found = spawnSync('pgrep', ['-P', String(parent), '-f', program], { encoding: 'utf8' });
  return Number(found.stdout.trim());
}

export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
