import { environmentProblems } from '#shared/words/english/configuration/environment-problems.ts'
import { createHmac, randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError } from './config-error.ts'

/**
 * What keeps one caller's prompts apart from those of others in the cache of an upstream.
 * @param subject whose budget is spent
 * @param own what the caller said itself, to keep apart what it asks for several people; null where it said nothing
 */
export type CacheSalts = (subject: string, own: string | null) => string

const secretBytes = 32

/**
 * Salts that are the same for a caller each time, and say nothing about it to who does not hold this gateway's secret:
 * `cache-salts.key` in its data folder, made where it is not there. What a caller says goes into its own salt, so that
 * nobody gets into another's part of the cache by a good guess.
 * @throws {ConfigError}
 */
export function openCacheSalts(dataDir: string, upstream: string): CacheSalts {
  const secret = readOrMake(dataDir)
  return (subject, own) =>
    createHmac('sha256', secret)
      .update(JSON.stringify([upstream, subject, own]))
      .digest('base64url')
}

function readOrMake(dataDir: string): Buffer {
  const path = join(dataDir, 'cache-salts.key')
  mkdirSync(dataDir, { recursive: true })
  const made = `${path}.${process.pid}`
  writeFileSync(made, `${randomBytes(secretBytes).toString('hex')}\n`, { mode: 0o600 })
  try {
    // If several processes begin at once, one of them writes first, and its file is whole.
    linkSync(made, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(made)
  }
  const text = readFileSync(path, 'utf8').trim()
  if (/^[0-9a-f]{64}$/.test(text)) return Buffer.from(text, 'hex')
  throw new ConfigError(path, environmentProblems.saltFile, environmentProblems.removeSaltFile)
}
