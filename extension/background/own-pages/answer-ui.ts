import { problemWords } from '#shared/words/english/extension/problems.ts'
import { parseReferenceValues } from '#shared/attestation/appraise/parse-reference-values.ts'
import { FormatError } from '#shared/errors.ts'
import { makeDisclosure } from '#shared/disclosure/make-disclosure.ts'
import { lookOf } from '#shared/judge/state/look-of.ts'
import { stateOf } from '#shared/judge/state/state-of.ts'
import {
  parseUiRequest,
  type ListedAnswer,
  type ShownSettings,
  type UiAnswers,
  type UiRequest,
} from '../../messages/ui-requests.ts'
import type { KeptAnswer } from '../../vault/kept-answer.ts'
import { vault } from '../../vault/vault.ts'
import { conversationOf, listed } from '../record/conversation-of.ts'
import { judgedReceiptOf } from '../record/card-of.ts'
import { checkLink } from '../record/check-link.ts'
import {
  addGateway,
  checkGateway,
  gatewayOrigin,
  lookAtGateway,
  keepNewKey,
} from '../gateway/gateways.ts'
import { exportVault, importVault } from '../record/move-vault.ts'
import { pruneVault, wipeVault } from '../record/prune-vault.ts'
import { blockClear } from '../encrypt/block-clear.ts'
import type { Settings } from '../../settings/settings.ts'
import { changeSettings, readSettings } from '../../settings/stored-settings.ts'
import { answerSignerChange, removeGateway, setKey } from '../../settings/gateways.ts'
import { setPair } from '../../settings/sites.ts'
import { disableSite, enableSite } from '../sites/sites.ts'
import { UiProblem } from '../../messages/ui-problem.ts'

const pageLength = 50

/** Answers the extension's own pages; a content script, or anybody else, gets nothing. */
export async function answerUi(
  message: unknown,
  sender: chrome.runtime.MessageSender,
): Promise<unknown> {
  if (
    sender.id !== chrome.runtime.id ||
    sender.url?.startsWith(chrome.runtime.getURL('')) !== true
  ) {
    return null
  }
  const request = parseUiRequest(message)
  if (request === null) return { error: problemWords.unknownRequest }
  try {
    return await answer(request)
  } catch (error) {
    if (error instanceof UiProblem) return { error: error.message }
    throw error
  }
}

async function answer(request: UiRequest): Promise<UiAnswers[UiRequest['kind']]> {
  switch (request.kind) {
    case 'read-settings':
      return shown(await readSettings())
    case 'look-at-gateway':
      return look(request.url)
    case 'add-gateway':
      return shown(await addGateway(gatewayOrigin(request.origin), request.signer, request.key))
    case 'remove-gateway':
      return shown(await removeGateway(request.origin))
    case 'make-key':
      return { key: await keepNewKey(await named(request.origin)) }
    case 'set-key':
      return shown(await setKey(request.origin, request.key))
    case 'check-gateway':
      return checkGateway(request.origin)
    case 'answer-signer-change':
      return shown(await answerSignerChange(request.origin, request.answer))
    case 'enable-site':
      return shown(await enableSite(request.origin, request.tabId ?? null))
    case 'disable-site':
      return shown(await disableSite(request.origin))
    case 'set-pair': {
      const settings = await setPair(request.pair)
      // Who is told that it is set can rely on the browser's rules, too, which follow a change a moment
      // later. Where they fail, the content scripts refuse by themselves.
      await blockClear().catch(() => {})
      return shown(settings)
    }
    case 'set-retention': {
      const settings = await changeSettings((known) => ({ ...known, retention: request.retention }))
      await pruneVault(settings.retention)
      return shown(settings)
    }
    case 'set-measurements':
      return shown(await setMeasurements(request.text))
    case 'set-development':
      return shown(await changeSettings((known) => ({ ...known, development: request.on })))
    case 'list-answers':
      return list(request)
    case 'read-answer': {
      const kept = await vault.read(request.digest)
      if (!kept) return null
      const { verdict, receipt, words, sent } = kept
      const own = { verdict, receipt, words, sent, checkLink: await checkLink(kept) }
      return { ...(await listed(kept)), ...own }
    }
    case 'read-conversation':
      return conversationOf(request.tabId)
    case 'disclose':
      return disclose(request.digest, request.side)
    case 'export-all':
      return { fileName: 'countersign-vault.json', text: await exportVault() }
    case 'import':
      return importVault(request.text)
    case 'wipe':
      return { wiped: await wipeVault() }
  }
}

/** Keys stay in the background. */
function shown({ gateways, ...settings }: Settings): ShownSettings {
  return {
    ...settings,
    gateways: gateways.map(({ key, ...gateway }) => ({ ...gateway, hasKey: key !== null })),
  }
}

async function look(url: string): Promise<UiAnswers['look-at-gateway']> {
  const facts = await lookAtGateway(gatewayOrigin(url))
  const { gateways } = await readSettings()
  const known = gateways.find(({ origin }) => origin === facts.origin)
  if (known === undefined) return { ...facts, known: 'no' }
  const isSame = known.signers.current.address === facts.signers.current.address
  return { ...facts, known: isSame ? 'same-signer' : 'other-signer' }
}

async function named(origin: string): Promise<string> {
  const { gateways } = await readSettings()
  if (gateways.some((gateway) => gateway.origin === origin)) return origin
  throw new UiProblem(problemWords.notNamed)
}

function setMeasurements(text: string | null): Promise<Settings> {
  const measurements = text === null ? null : readMeasurements(text)
  return changeSettings((known) => ({ ...known, measurements }))
}

function readMeasurements(text: string): unknown {
  try {
    const values: unknown = JSON.parse(text)
    parseReferenceValues(values)
    return values
  } catch (error) {
    if (error instanceof FormatError || error instanceof SyntaxError) {
      throw new UiProblem(problemWords.values(error.message))
    }
    throw error
  }
}

async function list({
  origin,
  search,
  skip,
}: Extract<UiRequest, { kind: 'list-answers' }>): Promise<UiAnswers['list-answers']> {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const found = (await vault.newest(origin)).filter((kept) => {
    if (words.length === 0) return true
    const text = searchable(kept)
    return words.every((word) => text.includes(word))
  })
  const answers: readonly ListedAnswer[] = await Promise.all(
    found.slice(skip, skip + pageLength).map(listed),
  )
  return { answers, total: found.length }
}

function searchable(kept: KeptAnswer): string {
  const { origin, gateway, model, mode, digest, at, words } = kept
  const state = stateOf(judgedReceiptOf(kept))
  const messages = words?.messages ? JSON.stringify(words.messages) : ''
  return [
    origin,
    gateway ?? '',
    model,
    mode,
    state,
    lookOf(state).label,
    digest,
    new Date(at).toISOString(),
    words?.text ?? '',
    messages,
  ]
    .join('\n')
    .toLowerCase()
}

async function disclose(
  digest: string,
  side: 'prompt' | 'response',
): Promise<UiAnswers['disclose']> {
  const kept = await vault.read(digest)
  if (!kept) throw new UiProblem(problemWords.notKept)
  const { card } = await listed(kept)
  const can = card.disclose[side]
  if (can !== true || kept.words === null)
    throw new UiProblem(can === true ? problemWords.noWords : can)
  const { messages, message } = kept.words
  const disclosure = makeDisclosure(
    { receipt: kept.receipt, commitment_salts: kept.salts },
    {
      ...(side === 'prompt' && messages !== null ? { messages } : {}),
      ...(side === 'response' && message !== null ? { message } : {}),
    },
  )
  return {
    fileName: `countersign-${side}-${digest.slice(0, 12)}.json`,
    text: `${JSON.stringify(disclosure, null, 2)}\n`,
  }
}
