import { environmentProblems } from '#shared/words/english/configuration/environment-problems.ts'
import { createClient, createCluster, defineScript, type CommandParser } from '@redis/client'
import { ConfigError } from '../../common/config-error.ts'
import { LimitsUnavailable } from './limits-unavailable.ts'
import { partsOfWindow, type Part } from './meter.ts'

/** Longest wait for a connection, and for an answer: who asks waits as long. */
const connectMs = 2_000
const answerMs = 2_000
/** Longest pause before the connection is tried anew. */
const mostPauseMs = 2_000

/**
 * What the scripts of all limiters and guards are run by. Each touches one key, so that it runs on a cluster,
 * and takes the time of the server that has the key: the clocks of gateways differ.
 */
export interface RedisScripts {
  /**
   * Times of the requests in a window, oldest first, in a list that expires with the newest.
   * @returns how many there were, the newest, the one that must end before the next is allowed, and now
   * @throws {LimitsUnavailable}
   */
  window(input: WindowInput): Promise<WindowAnswer>
  /**
   * Amounts by parts of a window (meter.ts), in a hash that expires with the last of them.
   * @returns those that count afterwards, whether anything was added, and now
   * @throws {LimitsUnavailable}
   */
  meter(input: MeterInput): Promise<MeterAnswer>
  /** Whether it was not claimed, and is now. @throws {LimitsUnavailable} */
  claim(key: string, milliseconds: number, at: number | null): Promise<boolean>
  /** @throws {LimitsUnavailable} */
  ping(): Promise<void>
  close(): void
}

interface WindowInput {
  readonly key: string
  readonly windowMs: number
  readonly limit: number
  readonly use: 'spend' | 'peek'
  /** Null for the time of the server. */
  readonly at: number | null
}

interface WindowAnswer {
  readonly used: number
  readonly newest: number | null
  readonly blocking: number | null
  readonly now: number
}

interface MeterInput {
  readonly key: string
  readonly windowMs: number
  readonly limit: number
  readonly amount: number
  readonly use: 'take' | 'add' | 'peek'
  /** Null for the time of the server. */
  readonly at: number | null
}

interface MeterAnswer {
  /** Oldest first. */
  readonly parts: readonly Part[]
  readonly taken: boolean
  readonly now: number
}

const now = `
local now = tonumber(ARGV[1])
if not now then
  local time = redis.call('TIME')
  now = time[1] * 1000 + math.floor(time[2] / 1000)
end`

const window = defineScript({
  NUMBER_OF_KEYS: 1,
  SCRIPT: `${now}
local window = tonumber(ARGV[2])
local limit = tonumber(ARGV[3])
local newest = tonumber(redis.call('LINDEX', KEYS[1], -1) or nil)
if newest and newest > now then now = newest end
while true do
  local oldest = tonumber(redis.call('LINDEX', KEYS[1], 0) or nil)
  if not oldest or oldest > now - window then break end
  redis.call('LPOP', KEYS[1])
end
local used = redis.call('LLEN', KEYS[1])
if used == 0 then newest = nil end
local blocking = nil
if used >= limit and limit > 0 then blocking = redis.call('LINDEX', KEYS[1], -limit) end
if ARGV[4] == 'spend' and used < limit then
  redis.call('RPUSH', KEYS[1], string.format('%.0f', now))
  redis.call('PEXPIRE', KEYS[1], window)
end
return { used, newest and string.format('%.0f', newest) or '', blocking or '', string.format('%.0f', now) }`,
  parseCommand(parser: CommandParser, input: WindowInput) {
    parser.pushKey(input.key)
    parser.push(String(input.at ?? ''), String(input.windowMs), String(input.limit), input.use)
  },
  transformReply: (reply: readonly (number | string)[]): WindowAnswer => {
    const [used, newest, blocking, at] = reply.map((each) => (each === '' ? null : Number(each)))
    return { used: used ?? 0, newest: newest ?? null, blocking: blocking ?? null, now: at ?? 0 }
  },
})

const meter = defineScript({
  NUMBER_OF_KEYS: 1,
  SCRIPT: `${now}
local window = tonumber(ARGV[2])
local part = window / ${partsOfWindow}
local limit = tonumber(ARGV[3])
local use = ARGV[5]
local index = math.floor(now / part)
local all = redis.call('HGETALL', KEYS[1])
local used = 0
local counts = {}
for each = 1, #all, 2 do
  local at = tonumber(all[each])
  if (at + 1) * part + window <= now then
    redis.call('HDEL', KEYS[1], all[each])
  else
    used = used + tonumber(all[each + 1])
    counts[at] = tonumber(all[each + 1])
    if at > index then index = at end
  end
end
local taken = use == 'add' or (use == 'take' and used < limit)
if taken then
  counts[index] = (counts[index] or 0) + tonumber(ARGV[4])
  redis.call('HINCRBY', KEYS[1], string.format('%.0f', index), ARGV[4])
  redis.call('PEXPIRE', KEYS[1], string.format('%.0f', window + 2 * part))
end
local answer = { string.format('%.0f', now), taken and 1 or 0 }
for at, amount in pairs(counts) do
  table.insert(answer, string.format('%.0f', at))
  table.insert(answer, string.format('%.0f', amount))
end
return answer`,
  parseCommand(parser: CommandParser, input: MeterInput) {
    const { key, at, windowMs, limit, amount, use } = input
    parser.pushKey(key)
    parser.push(String(at ?? ''), String(windowMs), String(limit), String(amount), use)
  },
  transformReply: (reply: readonly (number | string)[]): MeterAnswer => {
    const [at = 0, taken = 0, ...pairs] = reply.map(Number)
    const parts = pairs.flatMap((index, each) =>
      each % 2 === 0 ? [{ index, amount: pairs[each + 1] ?? 0 }] : [],
    )
    return { parts: parts.toSorted((a, b) => a.index - b.index), taken: taken === 1, now: at }
  },
})

const claim = defineScript({
  NUMBER_OF_KEYS: 1,
  SCRIPT: `${now}
local ends = tonumber(redis.call('GET', KEYS[1]) or nil)
if ends and ends > now then return 0 end
redis.call('SET', KEYS[1], string.format('%.0f', now + ARGV[2]), 'PX', ARGV[2])
return 1`,
  parseCommand(parser: CommandParser, key: string, milliseconds: number, at: number | null) {
    parser.pushKey(key)
    parser.push(String(at ?? ''), String(milliseconds))
  },
  transformReply: (reply: number) => reply === 1,
})

const scripts = { window, meter, claim }

/**
 * @param address one address (`redis://…`, `rediss://…` for TLS), or those of a cluster, parted by commas; it may
 * hold a password, so no error repeats it
 * @throws {ConfigError} REDIS_URL
 */
export async function connectRedis(address: string): Promise<RedisScripts> {
  const client = await connected(address)
  return {
    window: (input) => answered(() => client.window(input)),
    meter: (input) => answered(() => client.meter(input)),
    claim: (key, milliseconds, at) => answered(() => client.claim(key, milliseconds, at)),
    ping: async () => {
      await answered(() => client.claim('countersign:ready', 1, null))
    },
    close: () => client.destroy(),
  }
}

async function connected(address: string) {
  let wasConnected = false
  const socket = {
    connectTimeout: connectMs,
    reconnectStrategy: (retries: number) =>
      wasConnected && Math.min(50 * 2 ** retries, mostPauseMs),
  }
  const [url = '', ...others] = address.split(',')
  try {
    const options = { scripts, disableOfflineQueue: true, socket }
    const client =
      others.length === 0
        ? createClient({ url, ...options })
        : createCluster({
            rootNodes: [url, ...others].map((each) => ({ url: each })),
            scripts,
            defaults: options,
          })
    // Told to those who ask, each of whom is refused.
    client.on('error', () => {})
    await client.connect()
    wasConnected = true
    return client
  } catch {
    throw new ConfigError(
      'REDIS_URL',
      environmentProblems.noRedis,
      environmentProblems.redisAddress,
    )
  }
}

/** An answer that does not come is none: the request is refused, and what it spent stays spent. */
async function answered<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('no answer in time')), answerMs)
  try {
    return await Promise.race([ask(), tooLate])
  } catch (cause) {
    throw new LimitsUnavailable({ cause })
  } finally {
    clearTimeout(timer)
  }
}
