import { parseEvidenceBase64 } from '../../../bytes/parse-evidence-base64.ts'
import * as Type from 'typebox'
import { checkShape } from '../../../check-shape.ts'
import { OpenObject } from '../../../open-object.ts'
import * as tinfoilReasons from '../../../words/english/evidence/tinfoil-reasons.ts'
import { collateralOfAnswers, type ServiceAnswer } from '../collateral-of-answers.ts'
import type { ReleaseEvidence, ShownEvidence } from '../evidence-kind.ts'

interface Part {
  readonly format: string
  readonly data: unknown
}

const formats = 'https://tinfoil.sh/collateral'

const VcekSchema = Type.Object({ vcek_der_base64: Type.String(), cert_chain_pem: Type.String() })
const CrlSchema = Type.Object({ crl_der_base64: Type.String() })
const ReleaseSchema = Type.Object({
  digest: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  sigstore_bundle: Type.Union([Type.String(), OpenObject]),
})
const AnswersSchema = Type.Object({
  responses: Type.Array(
    Type.Object({ url: Type.String(), headers: OpenObject, body_base64: Type.String() }),
    { maxItems: 16 },
  ),
})

/**
 * What a document carries of what others signed: each part vouches for itself, and nothing of the carrier's is believed.
 * Parts of an unknown kind are left out.
 * @throws {FormatError}
 */
export function carriedByTinfoil(
  parts: readonly Part[],
): Pick<ShownEvidence, 'collateral' | 'endorsement' | 'code' | 'platform'> {
  function part<Schema extends Type.TSchema>(name: string, schema: Schema) {
    const found = parts.find(({ format }) => format === `${formats}/${name}/v1`)
    return found === undefined
      ? null
      : checkShape(found.data, schema, tinfoilReasons.collateralPart(name))
  }
  const vcek = part('amd-vcek', VcekSchema)
  const crl = part('amd-crl', CrlSchema)
  const answers = part('intel-pcs', AnswersSchema)
  return {
    endorsement:
      vcek === null
        ? null
        : {
            vcek: parseEvidenceBase64(vcek.vcek_der_base64, tinfoilReasons.collateral),
            chain: vcek.cert_chain_pem,
            crl:
              crl === null
                ? null
                : parseEvidenceBase64(crl.crl_der_base64, tinfoilReasons.collateral),
          },
    collateral: collateralOfAnswers((answers?.responses ?? []).map(toAnswer)),
    code: releaseOf(part('sigstore-code', ReleaseSchema)),
    platform: releaseOf(part('sigstore-platform', ReleaseSchema)),
  }
}

function releaseOf(part: Type.Static<typeof ReleaseSchema> | null): ReleaseEvidence | null {
  if (part === null) return null
  const { digest, sigstore_bundle: bundle } = part
  return { digest, bundles: [typeof bundle === 'string' ? bundle : JSON.stringify(bundle)] }
}

/** A header's value, or the first of them. */
function toAnswer({
  url,
  headers,
  body_base64: body,
}: Type.Static<typeof AnswersSchema>['responses'][number]): ServiceAnswer {
  const named = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
  return {
    url,
    body: parseEvidenceBase64(body, tinfoilReasons.collateral),
    header(name) {
      const value = named.get(name)
      const first: unknown = Array.isArray(value) ? value[0] : value
      return typeof first === 'string' ? decodeURIComponent(first) : ''
    },
  }
}
