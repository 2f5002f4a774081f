import { createTwoFilesPatch } from 'diff'
import { ConfigError } from '../../../gateway/common/config-error.ts'
import { planInstall, type FilePlan } from './plan-install.ts'
import { planUninstall } from './plan-uninstall.ts'
import { tools, type InstallSettings } from './tools.ts'
import { installCommandWords as words } from '#shared/words/english/programs/install-command.ts'

/** What the command was asked to do with a tool's configuration. */
export interface InstallOrder extends InstallSettings {
  readonly action: 'install' | 'uninstall'
  readonly tool: string
}

interface InstallDeps {
  readonly home: string
  readonly variables: Readonly<Record<string, string | undefined>>
  readonly say: (line: string) => void
  /** Whether its user says yes. */
  readonly confirm: () => Promise<boolean>
}

/**
 * Shows what would be changed in a tool's configuration, and changes it after a yes.
 * @throws {ConfigError}
 */
export async function runInstall(
  { action, tool: id, ...settings }: InstallOrder,
  { home, variables, say, confirm }: InstallDeps,
): Promise<'changed' | 'nothing to change' | 'declined'> {
  const tool = tools.find((each) => each.id === id)
  if (tool === undefined) {
    const known = tools.map((each) => each.id).join(', ')
    throw new ConfigError(`--${action}`, words.unknownTool(id), words.unknownToolFix(known))
  }
  const file = tool.file(home, variables)
  const plan = action === 'install' ? planInstall(tool, file, settings) : planUninstall(tool, file)
  if (plan.before === plan.after) {
    if (action === 'uninstall') plan.apply()
    say(words.noChange(file))
    return 'nothing to change'
  }
  for (const line of diffLines(plan)) say(line)
  if (!(await confirm())) {
    say(words.declined)
    return 'declined'
  }
  plan.apply()
  say(action === 'install' ? words.changed(file, id) : words.restored(file))
  if (action === 'install' && tool.hint !== null) say(tool.hint)
  return 'changed'
}

function diffLines({ file, before, after }: FilePlan): readonly string[] {
  const from = before === null ? '/dev/null' : file
  const to = after === null ? '/dev/null' : file
  return createTwoFilesPatch(from, to, before ?? '', after ?? '', '', '', { context: 2 })
    .trimEnd()
    .split('\n')
    .slice(1)
}
