import { describeFile, namingOf } from '../../../server/commands/verify/describe-file.ts'
import { judgeFile, type FileOpenings } from '../../../server/commands/verify/judge-file.ts'
import type { SavedCase } from './saved-files.ts'

const naming = namingOf('The gateway')

/** A file that was saved, judged as the command judges one. */
export function judgeSaved(file: string | Buffer, { signers }: SavedCase, given: FileOpenings) {
  const nowSeconds = Math.floor(Date.now() / 1000)
  const bytes = new Uint8Array(Buffer.from(file as string))
  const [judged, ...others] = judgeFile(bytes, given, {
    signers,
    policy: { simulatedEnclave: 'reject' },
    nowSeconds,
  })
  if (judged === undefined || others.length > 0) throw new Error('not one answer')
  if (!('verdict' in judged)) throw new Error(judged.sentence)
  const view = describeFile(judged, naming)
  const check = (id: string) => judged.checks.find((each) => each.id === id)
  return {
    judged,
    view,
    response: check('commitment.response'),
    prompt: check('commitment.prompt'),
  }
}
