import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installPython } from '../support/clients/python-clients.ts'
import { startGateway } from '../support/gateway/start-gateway.ts'

// npm run test:schemathesis: requests made of /openapi.json, good and bad ones. No status that is not documented, no answer
// in another form, and no 5xx but the 503 that is.

const checks = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
]

const python = installPython('schemathesis==4.32.5')
if (python === null) throw new Error('schemathesis could not be installed: no Python or no PyPI')
const gateway = await startGateway({ config: null })
const options = [
  '--config-file',
  join(import.meta.dirname, 'schemathesis.toml'),
  'run',
  `${gateway.baseUrl}/openapi.json`,
  '--url',
  gateway.baseUrl,
  '--checks',
  checks.join(','),
  '--generation-deterministic',
  '--continue-on-failure',
  '--max-examples',
  '40',
  '--warnings',
  'off',
]
// It keeps the requests that it made in the folder that it is started in.
const folder = mkdtempSync(join(tmpdir(), 'countersign-schemathesis-'))
const { status } = spawnSync(join(python, '../schemathesis'), options, {
  cwd: folder,
  stdio: 'inherit',
})
rmSync(folder, { recursive: true })
await gateway.stop()
process.exitCode = status ?? 1
