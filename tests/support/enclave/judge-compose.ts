import { appraiseCompose } from '#shared/attestation/appraise/appraise-compose.ts'
import { sha256Digest } from '#shared/digest.ts'
import { appCompose } from '../../../server/demo/enclave/hardware/app-compose.ts'

export const pinnedImage = `example.com/app@sha256:${'ab'.repeat(32)}`

interface Judged {
  /** Members of the app-compose file that differ. */
  readonly app?: Readonly<Record<string, unknown>>
  /** The docker compose file. */
  readonly file?: string
  readonly allowedEnvs?: readonly string[]
  readonly serving?: 'direct' | 'aggregator'
}

/** The two checks of a compose file, with its own hash pinned. */
export function judgeCompose({ app = {}, file, allowedEnvs = [], serving = 'aggregator' }: Judged) {
  const usual = JSON.parse(appCompose('pinned')) as Record<string, unknown>
  const text = JSON.stringify({
    ...usual,
    ...(file === undefined ? {} : { docker_compose_file: file }),
    ...app,
  })
  const composeHashes = [sha256Digest(text)]
  const [content, direct] = appraiseCompose(text, { composeHashes, allowedEnvs, serving })
  return { content: content?.status, direct: direct?.status, checks: [content, direct] }
}

/** A compose file with one service, whose members beside the image are these lines. */
export const service = (...lines: readonly string[]) =>
  [
    'services:',
    '  app:',
    `    image: ${pinnedImage}`,
    ...lines.map((line) => `    ${line}`),
    '',
  ].join('\n')

export const behind = (...lines: readonly string[]) => `${service()}${lines.join('\n')}\n`
