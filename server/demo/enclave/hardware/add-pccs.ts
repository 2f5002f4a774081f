import type { FastifyInstance, FastifyReply } from 'fastify'
import type { CollateralDocument } from '#shared/attestation/quote/parse-collateral.ts'
import type { SimulationPki } from './simulation-pki.ts'

export interface Pccs {
  readonly pki: SimulationPki
  readonly collateral: () => CollateralDocument
}

/** The collateral at the addresses, and with the headers, of Intel's service (PROTOCOL.md §3). */
export function addPccs(app: FastifyInstance, { pki, collateral }: Pccs): void {
  const signed = (reply: FastifyReply, header: string, body: string) =>
    reply.header(header, encodeURIComponent(pki.tcbChainPem)).type('application/json').send(body)

  app.get('/tdx/certification/v4/tcb', (request, reply) => {
    const { fmspc } = request.query as { fmspc?: string }
    if (fmspc !== pki.fmspc) return reply.code(404).send()
    const { tcb_info, tcb_info_signature } = collateral()
    const body = `{"tcbInfo":${tcb_info},"signature":"${tcb_info_signature}"}`
    return signed(reply, 'TCB-Info-Issuer-Chain', body)
  })

  app.get('/tdx/certification/v4/qe/identity', (_request, reply) => {
    const { qe_identity, qe_identity_signature } = collateral()
    const body = `{"enclaveIdentity":${qe_identity},"signature":"${qe_identity_signature}"}`
    return signed(reply, 'SGX-Enclave-Identity-Issuer-Chain', body)
  })

  app.get('/sgx/certification/v4/pckcrl', (_request, reply) =>
    reply
      .header('SGX-PCK-CRL-Issuer-Chain', encodeURIComponent(pki.pckChainPem))
      .type('application/pkix-crl')
      .send(Buffer.from(pki.pckCrl)),
  )

  app.get('/sgx/certification/v4/rootcacrl', (_request, reply) =>
    reply.type('text/plain').send(Buffer.from(pki.rootCrl).toString('hex')),
  )
}
