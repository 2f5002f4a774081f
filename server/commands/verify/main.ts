import { keepStatus } from '../keep-status.ts'
import { runVerify } from './run-verify.ts'

keepStatus()
const { status, lines, complaint } = await runVerify(process.argv.slice(2))
for (const line of lines) process.stdout.write(`${line}\n`)
if (complaint !== null) process.stderr.write(`${complaint}\n`)
process.exitCode = status
