import { existsSync, globSync } from 'node:fs'
import { join } from 'node:path'

/** The program that a package of npm brings for this machine; null where it was not installed. */
export function programOf(modules: string | null, pattern: string): string | null {
  if (modules === null) return null
  const [found] = globSync(pattern, { cwd: modules }).toSorted()
  return found !== undefined && existsSync(join(modules, found)) ? join(modules, found) : null
}
