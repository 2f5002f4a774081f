import { countersignWords } from '#shared/words/english/programs/countersign-command.ts'
import { addStandIns } from './add-stand-ins.ts'

// The package's one command: each of its own is a process, which reads its options as it does by itself.

const commands = {
  proxy: () => import('../proxy/main.ts'),
  verify: () => import('../verify/main.ts'),
} as const

addStandIns()
const [name = '--help'] = process.argv.splice(2, 1)
if (Object.hasOwn(commands, name)) await commands[name as keyof typeof commands]()
else {
  const isAsked = name === '--help' || name === 'help'
  ;(isAsked ? process.stdout : process.stderr).write(`${countersignWords.help}\n`)
  process.exitCode = isAsked ? 0 : 3
}
