import { answerStates } from '#shared/judge/state/answer-state.ts'
import { exitStatusOf, lookOf } from '#shared/judge/state/look-of.ts'
import { verifyCommandWords } from '#shared/words/english/programs/verify-command.ts'

const exitLines = ([0, 1, 2, 3] as const)
  .map((status) => {
    const states = answerStates.filter((state) => exitStatusOf(state, null) === status)
    return `  ${status}  ${states.map((state) => lookOf(state).label).join(', ')}`
  })
  .join('\n')

export const verifyHelp = verifyCommandWords.help(exitLines)
