import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
/** Where `setup/bundle-programs.ts` puts them. */
export const bundledPrograms = join(root, 'dist/programs')

/**
 * A program of ours to start, by its path in the sources. In a run of the tests it is one file, made of the same sources
 * for that run, which starts in half the processor time; elsewhere it is the source itself.
 */
export function programPath(
  source: `server/${string}.ts`,
  isBundled = process.env['BUNDLED_PROGRAMS'] === 'yes',
): string {
  return isBundled ? join(bundledPrograms, source.replace(/\.ts$/, '.js')) : sourcePath(source)
}

/** The same as its user starts it, and as what alters a module on its way finds it. */
export function sourcePath(source: `server/${string}.ts`): string {
  return join(root, source)
}
