import { setBounded } from '#shared/bytes/set-bounded.ts'
import type { KeptAnswer } from './kept-answer.ts'

const most = 16

/** Characters of an answer that is kept in memory, too. */
const longest = 64_000

/** The answers that were written last, as they were written: most answers change once more, when they appear on screen. */
export interface RecentAnswers {
  get(digest: string): KeptAnswer | undefined
  put(answer: KeptAnswer): void
  drop(digests: readonly string[]): void
  clear(): void
}

export function recentAnswers(): RecentAnswers {
  const answers = new Map<string, KeptAnswer>()
  return {
    get: (digest) => answers.get(digest),
    put(answer) {
      if (answer.size > longest) answers.delete(answer.digest)
      else setBounded(answers, most, [answer.digest, answer])
    },
    drop(digests) {
      for (const digest of digests) answers.delete(digest)
    },
    clear: () => answers.clear(),
  }
}
