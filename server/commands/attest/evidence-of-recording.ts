import { collateralOfAnswers } from '#shared/attestation/kinds/collateral-of-answers.ts'
import type { ShownEvidence, ReleaseEvidence } from '#shared/attestation/kinds/evidence-kind.ts'
import { parseUtf8 } from '#shared/bytes/bytes.ts'
import { checkShape } from '#shared/check-shape.ts'
import { FormatError } from '#shared/errors.ts'
import { parseJsonObject } from '#shared/json/parse-json-object.ts'
import { OpenObject } from '#shared/open-object.ts'
import * as Type from 'typebox'
import { recordingWords } from '#shared/words/english/programs/recording-words.ts'
import type { RecordedResponse, Recording } from './read-recording.ts'

/** Evidence of a recording: each part by the path that it was served at. @throws {FormatError} */
export function evidenceOfRecording({ nonce, at, responses }: Recording): ShownEvidence {
  const attestation = responses.find(({ url }) => attestationPath.test(url))
  if (attestation === undefined) throw malformed(recordingWords.noAttestation)
  const found = (pattern: RegExp) => responses.find(({ url }) => pattern.test(url))
  const [vcek, chain] = [
    found(/\/vcek\/v1\/\w+\/[0-9a-f]+\?/),
    found(/\/vcek\/v1\/\w+\/cert_chain$/),
  ]
  const [answer, keys] = [found(/\/v3\/attest\/gpu$/), found(/\/\.well-known\/jwks\.json$/)]
  const crl = found(/\/vcek\/v1\/\w+\/crl$/)
  return {
    nonce,
    nowSeconds: at,
    document: attestation.body,
    instances: found(/\/e2e\/instances\//)?.body ?? null,
    peer: attestation.peer,
    collateral: collateralOfAnswers(responses),
    endorsement:
      vcek && chain
        ? { vcek: vcek.body, chain: parseUtf8(chain.body), crl: crl?.body ?? null }
        : null,
    opinion: answer && keys ? { answer: parseUtf8(answer.body), keys: parseUtf8(keys.body) } : null,
    code: releaseOf(responses, /\/tinfoilsh\/confidential-[^/]+\//),
    platform: releaseOf(responses, /\/tinfoilsh\/hardware-measurements\//),
  }
}

const attestationPath =
  /(?:\/v1\/attestation\/report|\/tee\/attestation|\/\.well-known\/tinfoil-attestation|\/chutes\/[^/]+\/evidence)\?/

const AttestationsSchema = Type.Object({
  attestations: Type.Array(Type.Object({ bundle: OpenObject })),
})

function releaseOf(
  responses: readonly RecordedResponse[],
  repository: RegExp,
): ReleaseEvidence | null {
  const own = responses.filter(({ url }) => repository.test(url))
  const digest = own.find(({ url }) => url.endsWith('/tinfoil.hash'))
  const listed = own.find(({ url }) => url.includes('/attestations/sha256:'))
  if (digest === undefined || listed === undefined) return null
  const { attestations } = checkShape(
    parseJsonObject(listed.body).value,
    AttestationsSchema,
    recordingWords.statements,
  )
  return {
    bundles: attestations.map(({ bundle }) => JSON.stringify(bundle)),
    digest: parseUtf8(digest.body).trim(),
  }
}

function malformed(message: string): FormatError {
  return new FormatError('EVIDENCE_MALFORMED', message)
}
