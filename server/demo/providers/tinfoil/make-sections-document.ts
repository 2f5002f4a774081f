import { sha256, reportOf, showsGpus, type TinfoilMachine } from './tinfoil-machine.ts'
import type { TinfoilFault } from './tinfoil-faults.ts'
import { simulatedReleases } from './simulated-release.ts'

const base = 'https://tinfoil.sh'

/** The document in its second form, with what others signed about the machine in it, as JSON text. */
export async function makeSectionsDocument(
  machine: TinfoilMachine,
  nonce: string,
  fault: TinfoilFault | null,
): Promise<string> {
  const { tls, ehbp, gpus } = machine
  const earlier = '11'.repeat(32)
  const asked = fault === 'replayed-nonce' ? earlier : nonce
  const material = section({
    format: `${base}/crypto-material/v1`,
    items: [
      { id: 'tls', format: `${base}/key/spki-fp-sha256/v1`, data: tls.spki },
      { id: 'hpke', format: `${base}/key/x25519-hpke/v1`, data: ehbp.publicKey },
    ],
  })
  const shownMaterial =
    fault === 'other-encryption-key'
      ? Buffer.from(material.toString().replace(ehbp.publicKey, '22'.repeat(32)))
      : material
  const devicesOf = async (of: string) =>
    section({
      format: `${base}/device-evidence/v1`,
      items: (await gpus.evidence(of)).map((evidence, index) => ({
        id: `gpu${index}`,
        kind: 'gpu',
        vendor: 'nvidia',
        format: `${base}/format/nvidia-gpu-evidence/v1`,
        evidence,
      })),
    })
  const devices = showsGpus(machine, fault)
    ? await devicesOf(fault === 'gpu-of-another-day' ? earlier : asked)
    : section({ format: `${base}/device-evidence/v1`, items: [] })
  const shownDevices = fault === 'other-gpu' ? await devicesOf(asked) : devices
  const bound = sha256(
    Buffer.from('https://tinfoil.sh/report-data/v1'),
    Buffer.from(asked, 'hex'),
    sha256(material),
    sha256(devices),
  )
  return JSON.stringify({
    format: `${base}/predicate/attestation/v3`,
    challenge: {
      nonce,
      report_data: `${bound.toString('hex')}${'00'.repeat(32)}`,
      report_data_algorithm: `${base}/report-data/v1`,
    },
    cpu_evidence: {
      format: `${base}/format/${machine.platform === 'tdx' ? 'tdx-quote' : 'sev-snp-report'}/v1`,
      report_base64: reportOf(machine, bound, fault).toString('base64'),
      endorsed: {
        crypto_material_hash: sha256(material).toString('hex'),
        device_evidence_hash: sha256(devices).toString('hex'),
      },
    },
    crypto_material: shownMaterial.toString('base64'),
    device_evidence: shownDevices.toString('base64'),
    collateral: await collateralOf(machine, fault),
  })
}

/** What others signed about the machine and its code. */
async function collateralOf(
  { part, chip, sigstore }: TinfoilMachine,
  fault: TinfoilFault | null,
): Promise<readonly object[]> {
  const { code } = simulatedReleases(part, fault)
  const { endorsement } = chip
  return [
    {
      id: 'vcek',
      role: 'endorsement',
      format: `${base}/collateral/amd-vcek/v1`,
      subjects: ['cpu'],
      data: {
        vcek_der_base64: Buffer.from(endorsement.vcek).toString('base64'),
        cert_chain_pem: endorsement.chain,
      },
    },
    ...(fault === 'no-release'
      ? []
      : [
          {
            id: 'code',
            role: 'reference-values',
            format: `${base}/collateral/sigstore-code/v1`,
            data: {
              repo: code.repository,
              tag: code.tag,
              digest: code.digest,
              sigstore_bundle: JSON.parse(await sigstore.sign(code)) as object,
            },
          },
        ]),
  ]
}

function section(value: object): Buffer {
  return Buffer.from(JSON.stringify(value))
}
