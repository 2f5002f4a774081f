import { writeFileSync } from 'node:fs'

/**
 * Prompts and answers stand in memory, and none of it may come into a core dump of this process or of those that it starts:
 * the kernel writes none of the mappings (core(5)). A limit of the size would not keep a dump from a program that takes it
 * through a pipe, and is not to be had in Kubernetes. Nothing happens where it is not Linux.
 */
export function emptyCoreDumps(): void {
  try {
    writeFileSync('/proc/self/coredump_filter', '0')
  } catch {
    // No Linux, or a /proc that is read alone: the limits of `server/deploy/` hold there.
  }
}
