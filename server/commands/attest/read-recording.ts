import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { utf8ToBytes } from '#shared/bytes/bytes.ts'
import { checkShape } from '#shared/check-shape.ts'
import { parseJsonObject } from '#shared/json/parse-json-object.ts'
import * as Type from 'typebox'
import { recordingWords } from '#shared/words/english/programs/recording-words.ts'

/** What recordings keep of the headers: Intel's issuer chains. */
const HeadersSchema = Type.Object({
  'tcb-info-issuer-chain': Type.Optional(Type.String()),
  'sgx-enclave-identity-issuer-chain': Type.Optional(Type.String()),
})

const RecordingSchema = Type.Object({
  provider: Type.String(),
  model: Type.String(),
  captured_at: Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT[0-9:.]+Z$' }),
  nonce: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  responses: Type.Array(
    Type.Object({
      url: Type.String(),
      body: Type.Optional(Type.String()),
      body_base64: Type.Optional(Type.String()),
      body_file: Type.Optional(Type.String()),
      headers: Type.Optional(HeadersSchema),
      peer_spki_sha256: Type.Optional(Type.String({ pattern: '^[0-9a-f]{64}$' })),
    }),
    { minItems: 1 },
  ),
})

export interface RecordedResponse {
  readonly url: string
  readonly body: Uint8Array
  readonly header: (name: string) => string
  readonly peer: string | null
}

/** What somebody's requests to a provider, and to those who sign about its machines, were answered with. */
export interface Recording {
  readonly provider: string
  readonly model: string
  readonly nonce: string
  /** Unix seconds: the time to judge at. */
  readonly at: number
  readonly responses: readonly RecordedResponse[]
}

/** Files that a recording names stand beside its folder. @throws {FormatError} */
export function readRecording(path: string): Recording {
  const { value } = parseJsonObject(readFileSync(path))
  const recording = checkShape(value, RecordingSchema, recordingWords.recording)
  return {
    provider: recording.provider,
    model: recording.model,
    nonce: recording.nonce,
    at: Math.floor(Date.parse(recording.captured_at) / 1000),
    responses: recording.responses.map(({ url, headers, peer_spki_sha256: peer, ...bodies }) => ({
      url,
      body: bodyOf(bodies, join(dirname(path), '..')),
      header: (name) => decodeURIComponent(headers?.[name as keyof typeof headers] ?? ''),
      peer: peer ?? null,
    })),
  }
}

interface Bodies {
  readonly body?: string
  readonly body_base64?: string
  readonly body_file?: string
}

function bodyOf({ body, body_base64: base64, body_file: file }: Bodies, folder: string) {
  if (body !== undefined) return utf8ToBytes(body)
  if (file !== undefined) return new Uint8Array(readFileSync(join(folder, file)))
  return new Uint8Array(Buffer.from(base64 ?? '', 'base64'))
}
