import { keepStatus } from '../keep-status.ts'
import { processDeps } from './process-deps.ts'
import { runAdmin } from './run-admin.ts'

// The operator's commands. All but a few work on the store itself, beside a running gateway or without one.

keepStatus()
process.exitCode = await runAdmin(process.argv.slice(2), processDeps)
