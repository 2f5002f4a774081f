import type { FastifyInstance } from 'fastify'
import { addPccs } from '../../enclave/hardware/add-pccs.ts'
import { simulatedReleases, simulatedRepositories } from './simulated-release.ts'
import type { TinfoilFault } from './tinfoil-faults.ts'
import { intelDocuments, type TinfoilMachine } from './tinfoil-machine.ts'

interface Makers {
  readonly machine: () => TinfoilMachine
  readonly fault: () => TinfoilFault | null
}

/** What Intel, AMD and the maker of the code answer, each at the paths of its own service. */
export function addMakers(app: FastifyInstance, { machine, fault }: Makers): void {
  addPccs(app, { pki: machine().pki, collateral: () => intelDocuments(machine(), fault()) })

  app.get('/vcek/v1/Genoa/cert_chain', (_request, reply) =>
    reply.type('application/x-pem-file').send(machine().chip.endorsement.chain),
  )
  app.get('/vcek/v1/Genoa/crl', (_request, reply) => reply.code(404).send())
  app.get('/vcek/v1/Genoa/:chip', (request, reply) => {
    const { chip } = request.params as { chip: string }
    if (chip !== machine().chipId) return reply.code(404).send()
    const vcek = Buffer.from(machine().chip.endorsement.vcek)
    return reply.type('application/octet-stream').send(vcek)
  })

  for (const which of ['code', 'platform'] as const) {
    const { part } = machine()
    const repository =
      which === 'code' ? simulatedRepositories[part] : 'tinfoilsh/hardware-measurements'
    const home = `/repos/${repository}`
    const statement = () => simulatedReleases(part, fault())[which]
    app.get(`${home}/releases/latest`, () => ({ tag_name: statement().tag }))
    app.get(`/${repository}/releases/download/:tag/tinfoil.hash`, () => `${statement().digest}\n`)
    app.get(`${home}/attestations/:subject`, async (_request, reply) => {
      if (fault() === 'no-release') return reply.code(404).send()
      const bundle = await machine().sigstore.sign(statement())
      return reply.type('application/json').send(`{"attestations":[{"bundle":${bundle}}]}`)
    })
  }
}
