import { randomBytes } from 'node:crypto'
import { chutesKind } from '#shared/attestation/kinds/chutes/chutes-kind.ts'
import type { MachinePin } from '#shared/attestation/kinds/machine-pins.ts'
import { parseChutes } from '#shared/attestation/kinds/chutes/parse-chutes.ts'
import { parseEvidenceBase64 } from '#shared/bytes/parse-evidence-base64.ts'
import { parseQuote } from '#shared/attestation/quote/parse-quote.ts'
import { bytesToHex } from '#shared/bytes/bytes.ts'
import { sealChutesRequest } from '#shared/chutes/seal-chutes-request.ts'
import { FormatError } from '#shared/errors.ts'
import type { Verification } from '#shared/modes.ts'
import { boughtReasons } from '#shared/words/english/errors/enclave-errors.ts'
import type { UpstreamRequest } from '../../../common/upstream.ts'
import type { CollateralSource } from '../../enclave/collateral/collateral-source.ts'
import type { AskBeside, BoughtProvider } from '../bought-provider.ts'
import { collateralOfQuotes } from '../collateral-of-quotes.ts'
import { chooseInstance } from './choose-instance.ts'
import { createOneTimeNumbers, type Admission } from './one-time-numbers.ts'
import { openAnswer } from './open-answer.ts'

interface ChutesInput {
  readonly verifiedBy: Verification
  readonly chuteId: string
  readonly pins: readonly MachinePin[]
  readonly collateral: CollateralSource
  readonly monotonicMs: () => number
}

/** Another instance is asked for so long, where there is one. */
const restMs = 60_000

/**
 * An instance of a chute (PROTOCOL.md §12.6). Its service ends the connections, and sees which instance is asked: a request is encrypted
 * to the attested key, by this gateway or by a client.
 */
export function chutesProvider(input: ChutesInput): BoughtProvider {
  const { verifiedBy, chuteId, collateral, monotonicMs } = input
  const numbers = createOneTimeNumbers(monotonicMs)
  const listPath = `/e2e/instances/${chuteId}`
  const admit = (publicKey: string, get: AskBeside) => numbers.take(publicKey, () => get(listPath))
  /** Keys of instances that failed → until when they rest. */
  const resting = new Map<string, number>()
  let last: string | null = null

  function failed(): ReadonlySet<string> {
    for (const [key, untilMs] of resting) if (monotonicMs() >= untilMs) resting.delete(key)
    return new Set(resting.keys())
  }

  return {
    kind: chutesKind,
    mode: 'tee',
    channel: 'encryption',
    required: ['code.registers'],
    verifiedBy: () => verifiedBy,
    speaks: ['chat'],
    signs: false,
    programs: 'claimed',
    bodies: {
      scheme: 'chutes-1',
      algo: 'ml-kem-768-hkdf-sha256-chacha20-poly1305',
      async headers({ sealedTo, delivery }, get) {
        const admission = sealedTo === null ? null : await admit(sealedTo, get)
        return admission && headersFor(admission, delivery, chuteId)
      },
    },
    async show(nonce, { prefix, get }) {
      const document = await get(`${prefix}/chutes/${chuteId}/evidence?nonce=${nonce}`)
      const instances = await get(`${prefix}${listPath}`)
      numbers.put(instances)
      const { publicKey, ...chosen } = chooseInstance(
        { document, instances },
        { pins: input.pins, last, failed: failed() },
      )
      last = publicKey
      return chosen
    },
    async gather(document, _nonce) {
      const quotes = parseChutes({ document, instances: noInstances }).map(({ quote }) =>
        parseEvidenceBase64(quote, boughtReasons.quote),
      )
      return { collateral: await collateralOfQuotes(quotes, collateral) }
    },
    gpus(document) {
      const [shown] = parseChutes({ document, instances: noInstances })
      if (shown === undefined) throw new FormatError('EVIDENCE_MALFORMED', boughtReasons.noInstance)
      const { td } = parseQuote(parseEvidenceBase64(shown.quote, boughtReasons.quote))
      return { nonce: bytesToHex(td.reportData.subarray(0, 32)), evidence: shown.gpus }
    },
    path: () => '/e2e/invoke',
    async prepare({ body, delivery }, { encryptionKey }, get) {
      const admission = encryptionKey === null ? null : await admit(encryptionKey, get)
      if (admission === null || encryptionKey === null) return null
      const sealed = sealChutesRequest(body, {
        recipient: encryptionKey,
        randomBytes: (length) => randomBytes(length),
      })
      return {
        body: sealed.body,
        headers: headersFor(admission, delivery, chuteId),
        open: (answer) => openAnswer(answer, delivery, sealed.answerKey),
        isForAnother(status) {
          const isForAnother = forAnother.has(status)
          const key = Buffer.from(encryptionKey, 'hex').toString('base64')
          if (isForAnother) resting.set(key, monotonicMs() + restMs)
          return isForAnother
        },
      }
    },
    prove: () => Promise.resolve({ receipt: null, checks: [], required: [] }),
  }
}

const noInstances = new TextEncoder().encode('{"instances":[]}')

/** Of the instance, not of the account. */
const forAnother: ReadonlySet<number> = new Set([500, 502, 503, 504])

function headersFor(
  { instanceId, number }: Admission,
  delivery: UpstreamRequest['delivery'],
  chuteId: string,
) {
  return {
    accept: '*/*',
    'content-type': 'application/octet-stream',
    'x-chute-id': chuteId,
    'x-instance-id': instanceId,
    'x-e2e-nonce': number,
    'x-e2e-stream': String(delivery === 'streamed'),
    'x-e2e-path': '/v1/chat/completions',
  }
}
