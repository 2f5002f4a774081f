import { readFileSync } from 'node:fs'
import { text as readStream } from 'node:stream/consumers'
import { parseUtf8, utf8ToBytes } from '#shared/bytes.ts'
import type { Json } from '#shared/canonical-json.ts'
import { FormatError } from '#shared/errors.ts'
import { parseJsonObject } from '#shared/json/parse-json-object.ts'
import { parseSignerHistory, type SignerHistory } from '#shared/receipt/parse-signer-history.ts'
import { ConfigError } from '../config/config-error.ts'
import { fetchTraits } from './fetch-traits.ts'
import { judgeFile, readRequest, type FileOpenings } from './judge-file.ts'
import { getJson } from './get-json.ts'
import { parseVerifyOptions, verifyHelp, type VerifyOptions } from './parse-verify-options.ts'
import { exitCode, judgementJson, judgementLines } from './print-judgement.ts'

// The process. It asks nobody but the gateway that the reader named, for its signers and traits.

const now = () => Math.floor(Date.now() / 1000)
const print = (line: string) => process.stdout.write(`${line}\n`)

async function verify(options: VerifyOptions): Promise<number> {
  const file = await readInput(options.file)
  if (options.output === 'json') return verifyJson(file, options)
  const signers = await trustedSigners(options)
  const openings: FileOpenings = {
    ...(await whatWasAsked(options)),
    ...(options.promptSalt === null ? {} : { promptSalt: options.promptSalt }),
  }
  const policy = { simulatedEnclave: options.simulation }
  const judged = judgeFile(utf8ToBytes(file), openings, { signers, policy, nowSeconds: now() })
  for (const line of judgementLines(judged, options.output)) print(line)
  return exitCode(judged)
}

/** The messages, and the model where the file holds the whole request. */
async function whatWasAsked({ messages: path, gateway }: VerifyOptions): Promise<FileOpenings> {
  if (path === null) return {}
  const { messages, model } = readRequest(readFileSync(path, 'utf8'))
  if (model === null) return { messages }
  const traits = gateway === null ? null : await fetchTraits(baseOf(gateway))
  return { messages, asked: { name: model, traits, listed: 'later' } }
}

/** `file` is the document's text, or the document itself. */
function verifyJson(input: string, { simulation }: VerifyOptions): number {
  const { value } = parseJsonObject(utf8ToBytes(input), parseUtf8)
  const { file, limits, messages, model, prompt_salt: salt } = value
  const text = typeof file === 'string' ? file : JSON.stringify(file ?? null)
  const judged = judgeFile(
    utf8ToBytes(text),
    {
      ...(messages === undefined ? {} : { messages: messages as Json }),
      ...(typeof salt === 'string' ? { promptSalt: salt } : {}),
      ...(typeof model === 'string'
        ? { asked: { name: model, traits: null, listed: 'later' } }
        : {}),
    },
    {
      signers: parseSignerHistory(limits),
      policy: { simulatedEnclave: simulation },
      nowSeconds: now(),
    },
  )
  print(judgementJson(judged))
  return exitCode(judged)
}

async function readInput(path: string): Promise<string> {
  if (path === '-') return readStream(process.stdin)
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? 'unknown reason'
    throw new ConfigError(path, `cannot be read (${reason})`, 'Name a file that exists')
  }
}

/** Never out of the file: an address that came with it proves only that its author signed it. */
async function trustedSigners({ gateway, signer }: VerifyOptions): Promise<SignerHistory> {
  if (signer !== null) return { current: { address: signer }, retired: [] }
  if (gateway === null) {
    throw new ConfigError(
      '--gateway',
      'and --signer are both missing, so nobody is known who may have signed',
      'Name the gateway, or its signing address',
    )
  }
  try {
    return parseSignerHistory(await getJson(`${baseOf(gateway)}/api/limits`))
  } catch (error) {
    if (error instanceof FormatError) throw error
    throw new ConfigError('--gateway', 'cannot be reached', 'Check the address, or use --signer')
  }
}

function baseOf(gateway: string): string {
  return gateway.replace(/\/+$/, '').replace(/\/v1$/, '')
}

try {
  const options = parseVerifyOptions(process.argv.slice(2))
  if (options === 'help') print(verifyHelp)
  process.exitCode = options === 'help' ? 0 : await verify(options)
} catch (error) {
  if (!(error instanceof ConfigError || error instanceof FormatError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 3
}
