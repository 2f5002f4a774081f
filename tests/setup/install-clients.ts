import { nodeClients, pythonClients } from '../support/clients/client-packages.ts'
import { installModulesWith } from '../support/clients/node-clients.ts'
import { installPython } from '../support/clients/python-clients.ts'

// What `npm run test:clients` runs, installed before it: minutes the first time.

const absent: string[] = []
for (const clients of Object.keys(nodeClients) as (keyof typeof nodeClients)[]) {
  process.stdout.write(`npm: ${nodeClients[clients].join(' ')}\n`)
  if (!installModulesWith(clients)) absent.push(clients)
}
for (const packages of Object.values(pythonClients)) {
  process.stdout.write(`PyPI: ${packages.join(' ')}\n`)
  if (installPython(...packages) === null) absent.push(packages.join(' '))
}
if (absent.length > 0) {
  process.stderr.write(`Could not be installed: ${absent.join(', ')}\n`)
  process.exitCode = 1
}
