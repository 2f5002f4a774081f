import { parseUtf8, utf8ToBytes } from '#shared/bytes/bytes.ts'
import { askedIn, readRequest } from '#shared/document/read-request.ts'
import { readText } from '#shared/document/read-text.ts'
import type { AskedInFile } from '#shared/document/subject.ts'
import type { Json } from '#shared/canonical-json.ts'
import { FormatError } from '#shared/errors.ts'
import { parseJsonObject } from '#shared/json/parse-json-object.ts'
import { parseSignerHistory } from '#shared/receipt/parse-signer-history.ts'
import type { AskedModel } from '#shared/svc/asked-model.ts'
import { ConfigError } from '../../gateway/common/config-error.ts'
import { namingOf } from './describe-file.ts'
import { fetchKeptEvidence } from './fetch-kept-evidence.ts'
import { fetchTraits } from './fetch-traits.ts'
import {
  holdsModel,
  judgeFile,
  type EnclaveOpening,
  type FileOpenings,
  type Judged,
} from './judge-file.ts'
import { parseVerifyOptions, type VerifyOptions } from './parse-verify-options.ts'
import { chooseAnswer } from './choose-answer.ts'
import { exitCode, judgementJson, judgementLines } from './print-judgement.ts'
import { exitOfSeveral, severalJson, severalLines } from './print-several.ts'
import { readEnclave } from './read-enclave.ts'
import { readGiven, readGivenOrStdin } from './read-given.ts'
import { baseTextOf, gatewayBase, trustedSigners } from './trusted-signers.ts'
import { verifyHelp } from './verify-help.ts'
import { verifyCommandWords as words } from '#shared/words/english/programs/verify-command.ts'

// The command asks nobody but the gateway that the reader named, for its signers, its traits, and the evidence that it kept.

interface Outcome {
  /** Exit status. */
  readonly status: number
  readonly lines: readonly string[]
}

const now = () => Math.floor(Date.now() / 1000)

/** @returns what is printed; `complaint` says why nothing was judged */
export async function runVerify(
  args: readonly string[],
): Promise<Outcome & { readonly complaint: string | null }> {
  try {
    const options = parseVerifyOptions(args)
    const outcome = options === 'help' ? { status: 0, lines: [verifyHelp] } : await verify(options)
    return { ...outcome, complaint: null }
  } catch (error) {
    if (!(error instanceof ConfigError || error instanceof FormatError)) throw error
    return { status: 3, lines: [], complaint: error.message }
  }
}

async function verify(options: VerifyOptions): Promise<Outcome> {
  const file = await readGivenOrStdin(options.file)
  if (options.output === 'json') return verifyJson(file, options)
  const signers = await trustedSigners(options)
  const policy = { simulatedEnclave: options.simulation }
  const openings = {
    needs: options.needs,
    ...(await whatWasAsked(file, options)),
    ...openingsOf(options),
  }
  const trust = { signers, policy, nowSeconds: now() }
  const answers = judgeFile(file, openings, trust)
  const naming = namingOf(signerName(options))
  const first = chooseAnswer(answers, options.answer, openings)
  const enclave = first === null ? null : await keptEnclave(first, options)
  const chosen =
    enclave === null
      ? first
      : chooseAnswer(
          judgeFile(file, { ...openings, enclave }, trust),
          options.answer ?? 1,
          openings,
        )
  return chosen === null
    ? { status: exitOfSeveral(answers, naming), lines: severalLines(answers, naming) }
    : {
        status: exitCode(chosen, naming),
        lines: judgementLines(chosen, naming, options.output),
      }
}

/** The messages, and the model where the file holds the whole request. */
async function whatWasAsked(
  file: Uint8Array,
  { messages: path, gateway }: VerifyOptions,
): Promise<FileOpenings> {
  const given = path === null ? null : readRequest(textOf(readGiven(path)))
  const isNamed = given === null ? holdsModel(file) : given.model !== null
  const traits = isNamed && gateway !== null ? await fetchTraits(baseTextOf(gateway)) : null
  return given === null ? { traits } : openingOf(given, traits)
}

/** A whole request is held against the receipt with its model. */
function openingOf({ messages, model }: AskedInFile, traits: AskedModel['traits']): FileOpenings {
  return model === null
    ? { messages }
    : { messages, asked: { name: model, traits, listed: 'later' } }
}

/** @throws {FormatError} */
function textOf(bytes: Uint8Array): string {
  return readText(bytes) ?? parseUtf8(bytes)
}

/** @throws {ConfigError} {FormatError} */
function openingsOf({
  promptSalt,
  evidence,
  referenceValues: pinned,
}: VerifyOptions): FileOpenings {
  const given = (path: string | null) => (path === null ? null : readGiven(path))
  return {
    ...(promptSalt === null ? {} : { promptSalt }),
    ...(evidence === null
      ? {}
      : {
          enclave: readEnclave(
            { evidence: readGiven(evidence), referenceValues: given(pinned) },
            now(),
          ),
        }),
  }
}

/** What the gateway kept of the enclave, where the reader names the gateway and brings no evidence. @throws {FormatError} */
async function keptEnclave(
  judged: Judged,
  { gateway, evidence }: VerifyOptions,
): Promise<EnclaveOpening | null> {
  if (gateway === null || evidence !== null) return null
  const kept = await fetchKeptEvidence(judged, baseTextOf(gateway))
  return kept === null ? null : readEnclave({ evidence: kept, referenceValues: null }, now())
}

/** Who must have signed, in the words of a sentence. */
function signerName({ gateway, signer }: VerifyOptions): string {
  if (signer !== null) return words.addressTyped
  return gateway === null ? words.somebody : gatewayBase(gateway).host
}

/** Members are documents, or their texts. */
function verifyJson(input: Uint8Array, { simulation, answer, needs }: VerifyOptions): Outcome {
  const { value } = parseJsonObject(input)
  const {
    file,
    limits,
    messages,
    model,
    prompt_salt: salt,
    evidence,
    reference_values: pinned,
  } = value
  const openings: FileOpenings = {
    needs,
    ...(messages === undefined ? {} : openingOf(askedIn(messages), null)),
    ...(typeof salt === 'string' ? { promptSalt: salt } : {}),
    ...(typeof model === 'string' ? { asked: { name: model, traits: null, listed: 'later' } } : {}),
    ...(evidence === undefined
      ? {}
      : {
          enclave: readEnclave(
            {
              evidence: bytesIn(evidence),
              referenceValues: pinned === undefined ? null : bytesIn(pinned),
            },
            now(),
          ),
        }),
  }
  const answers = judgeFile(bytesIn(file), openings, {
    signers: limits === undefined ? null : parseSignerHistory(limits),
    policy: { simulatedEnclave: simulation },
    nowSeconds: now(),
  })
  const naming = namingOf(limits === undefined ? words.somebody : words.gatewayOfLimits)
  const chosen = chooseAnswer(answers, answer, openings)
  return chosen === null
    ? { status: exitOfSeveral(answers, naming), lines: [severalJson(answers, naming)] }
    : { status: exitCode(chosen, naming), lines: [judgementJson(chosen, naming)] }
}

function bytesIn(member: Json | undefined): Uint8Array {
  return utf8ToBytes(typeof member === 'string' ? member : JSON.stringify(member ?? null))
}
