import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fastify from 'fastify'
import { makeGpus } from '../../../server/demo/providers/gpu-evidence.ts'
import type { NearHost } from '../providers/start-near-gateway.ts'
import { addPccs } from '../../../server/demo/enclave/hardware/add-pccs.ts'
import { makeCollateral } from '../../../server/demo/enclave/hardware/simulation-collateral.ts'
import { makeSimulationPki } from '../../../server/demo/enclave/hardware/simulation-pki.ts'
import { kmsRootScalar } from '../../../server/demo/enclave/start-simulator.ts'
import { makeTlsIdentity } from '../../../server/demo/enclave/hardware/tls-identity.ts'
import { freePort } from '../free-port.ts'
import { openFront } from './open-front.ts'
import { startGuest } from './start-guest.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { untilPrinted } from '../until-printed.ts'

interface InferenceProxyOptions {
  /** Path of the built program. */
  readonly program: string
  /** Of the model behind it, without `/v1`. */
  readonly modelUrl: string
  readonly model: string
  /** Bearer token that it accepts. */
  readonly token: string
}

/** NEAR AI's own program in front of a model, as a process, in a guest whose hardware is simulated. */
export async function startInferenceProxy(
  options: InferenceProxyOptions,
): Promise<NearHost & { close(): Promise<void> }> {
  const now = new Date()
  const [pki, gpus, tls] = await Promise.all([
    makeSimulationPki(now),
    makeGpus(now),
    makeTlsIdentity(now),
  ])
  const guest = await startGuest(pki, { rootScalar: kmsRootScalar, appScalar: randomBytes(32) })
  const makers = fastify({ forceCloseConnections: true })
  addPccs(makers, { pki, collateral: () => makeCollateral(pki, now) })
  makers.get('/gpus/:nonce', async (request) =>
    gpus.evidence((request.params as { nonce: string }).nonce),
  )
  const makersUrl = await makers.listen({ port: 0, host: '127.0.0.1' })
  const folder = temporaryFolder()
  const certificate = join(folder, 'tls.pem')
  writeFileSync(certificate, tls.certificatePem)
  writeGpuWorker(folder, `${makersUrl}/gpus`)
  const port = await freePort()
  const child = spawn(options.program, [], {
    env: {
      PATH: `${folder}:${process.env['PATH']}`,
      DEV: '1',
      MODEL_NAME: options.model,
      TOKEN: options.token,
      VLLM_BASE_URL: options.modelUrl,
      LISTEN_PORT: String(port),
      TLS_CERT_PATH: certificate,
      DSTACK_SIMULATOR_ENDPOINT: guest.url,
      NO_COLOR: '1',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  await untilPrinted(child, `Listening on 0.0.0.0:${port}`)
  const front = await openFront(tls, port)
  return {
    baseUrl: `${front.url}/v1`,
    collateralUrl: makersUrl,
    roots: { intel: pki.rootPem, nvidia: gpus.rootPem },
    async close() {
      child.kill('SIGKILL')
      front.close()
      await Promise.all([guest.close(), makers.close()])
    },
  }
}

/** In the place of NVIDIA's library, which the program asks by a `python3`: lines of JSON in and out. */
function writeGpuWorker(folder: string, url: string): void {
  const path = join(folder, 'python3')
  writeFileSync(
    path,
    `#!${process.execPath}
const { createInterface } = require('node:readline')
console.log('{"ready":true,"import_ok":true}')
createInterface({ input: process.stdin }).on('line', async (line) => {
  const found = await fetch('${url}/' + JSON.parse(line).nonce)
  console.log(JSON.stringify({ ok: true, evidence: await found.json() }))
})
`,
  )
  chmodSync(path, 0o755)
}
