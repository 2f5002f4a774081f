import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { folderWithPackage } from './built-package.ts'

const run = promisify(execFile)
const page = readFileSync(join(import.meta.dirname, '../../../server/TOOLS.md'), 'utf8')

interface Surroundings {
  /** A folder of modules that it finds beside the package. */
  readonly modules: string
  readonly env: NodeJS.ProcessEnv
  readonly node?: string
}

/** Runs what stands under a heading of `server/TOOLS.md`, unmodified. @returns what it printed */
export async function runSnippet(
  heading: string,
  { modules, env, node = process.execPath }: Surroundings,
): Promise<string> {
  const [, code] = new RegExp(`### ${heading}\n[^]*?\`\`\`js\n([^]*?)\n\`\`\``).exec(page) ?? []
  if (code === undefined) throw new Error(`there is nothing under ${heading}`)
  const folder = folderWithPackage(modules)
  writeFileSync(join(folder, 'index.js'), code)
  return (await run(node, ['index.js'], { cwd: folder, env })).stdout
}
