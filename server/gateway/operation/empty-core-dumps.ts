import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'

/**
 * Prompts and answers stand in memory, and none of it may come into a core dump of this process or of those that it starts:
 * the kernel writes none of the mappings (core(5)). What registers hold at that moment would still be written, some bytes of
 * each thread: where `prlimit` is installed there is no dump at all. A limit of 1 is too little for a file, and also keeps
 * the kernel from calling a program that takes dumps through a pipe, which a limit of 0 does not.
 * Nothing happens where it is not Linux.
 */
export function emptyCoreDumps(): void {
  try {
    writeFileSync('/proc/self/coredump_filter', '0')
    spawnSync('prlimit', [`--pid=${process.pid}`, '--core=1:1'], { stdio: 'ignore' })
  } catch {
    // No Linux, or a /proc that is read alone: the limits of `server/deploy/` hold there.
  }
}
