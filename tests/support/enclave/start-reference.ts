import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startPccs } from '../../../server/demo/enclave/hardware/start-pccs.ts'
import { simulationReferenceValues } from '../../../server/demo/enclave/make-enclave.ts'
import {
  makeHostEvidence,
  type HostPlan,
} from '../../../server/demo/enclave/hardware/make-host-evidence.ts'
import { makeCollateral } from '../../../server/demo/enclave/hardware/simulation-collateral.ts'
import {
  makeSimulationPki,
  type SimulationPki,
} from '../../../server/demo/enclave/hardware/simulation-pki.ts'
import { kmsRootScalar } from '../../../server/demo/enclave/start-simulator.ts'
import { makeTlsIdentity } from '../../../server/demo/enclave/hardware/tls-identity.ts'
import { freePort } from '../free-port.ts'
import { openFront } from './open-front.ts'
import { startGuest } from './start-guest.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { untilPrinted } from '../until-printed.ts'

export interface Reference {
  /** Over TLS, under the key in its keyset. */
  readonly baseUrl: string
  readonly collateralUrl: string
  readonly rootPem: string
  readonly certificatePem: string
  readonly referenceValues: ReturnType<typeof simulationReferenceValues>
  /** `kill -9`, and another process of the same keys, or of others, in its place. */
  restart(keys: 'same keys' | 'other keys'): Promise<void>
  close(): Promise<void>
}

interface ReferenceOptions {
  /** Path of the built program. */
  readonly program: string
  /** Of the model's host, which nobody can verify. */
  readonly hostUrl: string
  readonly models: readonly string[]
  readonly serving: 'direct' | 'aggregator'
  /** The host behind it shows this, and its verifier vouches for it; left out, nobody verified the host. */
  readonly host?: HostPlan
}

/** The enclaves' reference gateway as a process, in a guest whose hardware is simulated. */
export async function startReference(options: ReferenceOptions): Promise<Reference> {
  const now = new Date()
  const pki = await makeSimulationPki(now)
  // The root that verifiers of the simulation ship with.
  const scalars = { rootScalar: kmsRootScalar, appScalar: randomBytes(32) }
  const tls = await makeTlsIdentity(now)
  const guest = await startGuest(pki, scalars)
  const pccs = await startPccs({ pki, collateral: () => makeCollateral(pki, now) })
  const folder = temporaryFolder()
  const write = (name: string, text: string) => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  const port = await freePort()
  const host = options.host ? await vouchedHost(options.hostUrl, pki, options.host) : null
  if (host) chmodSync(write('uv', host.verifier), 0o755)
  const upstream = {
    name: 'host',
    provider: host ? 'phala-direct' : 'openai-compatible',
    base_url: host?.front.url ?? options.hostUrl,
    models: Object.fromEntries(options.models.map((model) => [model, model])),
  }
  const config = {
    bind: `127.0.0.1:${port}`,
    state_dir: join(folder, 'state'),
    upstream_config_seed_path: write('upstreams.json', JSON.stringify([upstream])),
    dstack_endpoint: guest.url,
    direct_serving: options.serving === 'direct',
    tls: {
      domain_certificates: [
        { domain: 'localhost', certificate_path: write('tls.pem', tls.certificatePem) },
      ],
    },
  }
  const path = write('gateway.json', JSON.stringify(config))
  const launch = () => launchReference(options.program, path, folder)
  let child = await launch()
  const front = await openFront(tls, port)
  return {
    baseUrl: `${front.url}/v1`,
    collateralUrl: pccs.url,
    rootPem: pki.rootPem,
    certificatePem: tls.certificatePem,
    referenceValues: simulationReferenceValues(scalars),
    async restart(keys) {
      child.kill('SIGKILL')
      await once(child, 'exit')
      if (keys === 'other keys') guest.forget()
      child = await launch()
    },
    async close() {
      child.kill('SIGKILL')
      front.close()
      host?.front.close()
      await Promise.all([guest.close(), pccs.close()])
    },
  }
}

/** @param folder where it looks for the command that verifies hosts */
async function launchReference(program: string, configPath: string, folder: string) {
  const child = spawn(program, [], {
    env: {
      PRIVATE_AI_GATEWAY_CONFIG_PATH: configPath,
      PATH: `${folder}:${process.env['PATH']}`,
      NO_COLOR: '1',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  await untilPrinted(child, 'private-ai-gateway listening')
  return child
}

/**
 * The host behind TLS, and in the place of the reference's verifier of such hosts, which knows no simulated root, a
 * command that vouches for it with what it shows.
 */
async function vouchedHost(hostUrl: string, pki: SimulationPki, plan: HostPlan) {
  const tls = await makeTlsIdentity(new Date())
  const front = await openFront(tls, Number(new URL(hostUrl).port))
  const { evidence, spki } = makeHostEvidence(pki, { namedSpki: tls.spki, ...plan })
  const found = {
    result: 'verified',
    verifier_id: 'phala-direct/test/v1',
    evidence: {
      digest: `sha256:${createHash('sha256').update(evidence).digest('hex')}`,
      data: `data:application/json;base64,${evidence.toString('base64')}`,
    },
    channel_bindings: [{ type: 'tls_spki_sha256', origin: front.url, spki_sha256: spki }],
    provider_claims: {},
  }
  return { front, verifier: `#!/bin/sh\ncat > /dev/null\necho '${JSON.stringify(found)}'\n` }
}
