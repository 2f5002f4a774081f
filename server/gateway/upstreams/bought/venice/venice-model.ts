import { upstreamProblems } from '#shared/words/english/configuration/upstream-problems.ts'
import { ConfigError } from '../../../common/config-error.ts'

interface ModelsConfig {
  readonly id: string
  readonly models: Readonly<Record<string, string>>
}

/** Names of Venice's models with encryption. Behind a colon, a name could switch on what has to read the question. */
const encrypted = /^e2ee-[a-z0-9._-]{1,100}$/

export function isEncryptedModel(name: string): boolean {
  return encrypted.test(name)
}

/** Venice's name of the one model that is served: its enclave is attested, and no other. @throws {ConfigError} */
export function veniceModel({ id, models }: ModelsConfig): string {
  const [model = '', ...others] = new Set(Object.values(models))
  if (others.length > 0) {
    throw new ConfigError(
      `upstream "${id}" models`,
      upstreamProblems.severalOfVenice,
      upstreamProblems.oneEach,
    )
  }
  if (isEncryptedModel(model)) return model
  throw new ConfigError(
    `upstream "${id}" models`,
    upstreamProblems.noEncryption(model),
    upstreamProblems.chooseEncrypted,
  )
}
