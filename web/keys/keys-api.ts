import type { Json } from '#shared/canonical-json.ts'
import { isJsonObject } from '#shared/json/is-json-object.ts'
import { fetchGranted, GatewayUnreachable, type GatewayAnswer } from '../fetch-evidence.ts'
import { askingWords as words } from '#shared/words/english/pages/asking.ts'

/** What the gateway knows of a key. */
export interface KeyFacts {
  readonly id: string
  readonly plan: string
  /** ISO time, or null while the plan has no end. */
  readonly planUntil: string | null
  readonly createdAt: string
  /** Requests a minute, and how many of them are left, as the gateway counts. */
  readonly budget: { readonly limit: string; readonly remaining: string }
  /** Latest day first. */
  readonly usage: readonly UsageRow[]
}

/** What a key used of one model on one day. */
export interface UsageRow {
  readonly day: string
  readonly model: string
  readonly requests: number
  /** Tokens of questions and answers. */
  readonly tokens: number
}

/** @throws {GatewayUnreachable} with the gateway's own words for a refusal */
export async function makeKey(gateway: string): Promise<string> {
  return keyOf(await fetchGranted(gateway, '/api/keys', { method: 'POST' }))
}

/** @throws {GatewayUnreachable} */
export async function readKey(gateway: string, key: string): Promise<KeyFacts> {
  const self = await fetchGranted(gateway, '/api/keys/self', { key })
  const used = await fetchGranted(gateway, '/api/keys/self/usage', { key })
  return facts(self, used)
}

/** @throws {GatewayUnreachable} */
export async function rotateKey(gateway: string, key: string): Promise<string> {
  return keyOf(await fetchGranted(gateway, '/api/keys/self/rotate', { method: 'POST', key }))
}

/** @throws {GatewayUnreachable} */
export async function revokeKey(gateway: string, key: string): Promise<void> {
  await fetchGranted(gateway, '/api/keys/self', { method: 'DELETE', key })
}

/** @throws {GatewayUnreachable} */
export async function redeemVoucher(gateway: string, key: string, code: string): Promise<void> {
  await fetchGranted(gateway, '/api/keys/self/redeem', { method: 'POST', key, body: { code } })
}

function keyOf({ value }: GatewayAnswer): string {
  if (typeof value['key'] === 'string') return value['key']
  throw new GatewayUnreachable(words.noKey)
}

function facts({ value, headers }: GatewayAnswer, used: GatewayAnswer): KeyFacts {
  const text = (name: string) => textOf(value[name])
  return {
    id: text('id'),
    plan: text('plan'),
    planUntil: text('plan_until') || null,
    createdAt: text('created_at'),
    budget: {
      limit: headers.get('x-ratelimit-limit-requests') ?? '?',
      remaining: headers.get('x-ratelimit-remaining-requests') ?? '?',
    },
    usage: usageRows(used.value['data']),
  }
}

function usageRows(data: Json | undefined): readonly UsageRow[] {
  if (!Array.isArray(data)) return []
  return (data as readonly Json[]).filter(isJsonObject).map((row) => ({
    day: textOf(row['day']),
    model: textOf(row['model']),
    requests: Number(row['requests']),
    tokens: Number(row['prompt_tokens']) + Number(row['completion_tokens']),
  }))
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : ''
}
