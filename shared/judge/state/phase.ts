import { phaseWords } from '../../words/english/verdict/phases.ts'
import type { Look } from './look-of.ts'

/** What an answer is in before it has a state. Nothing is said about it yet, good or bad. */
export type Phase = 'writing' | 'comparing'

export interface PhaseView extends Look {
  readonly state: Phase
  readonly sentence: string
}

const views: Readonly<Record<Phase, PhaseView>> = {
  writing: {
    state: 'writing',
    mark: '⋯',
    tone: 'none',
    label: phaseWords.writing,
    sentence: phaseWords.writingSentence,
  },
  comparing: {
    state: 'comparing',
    mark: '⋯',
    tone: 'none',
    label: phaseWords.comparing,
    sentence: phaseWords.comparingSentence,
  },
}

export function describePhase(phase: Phase): PhaseView {
  return views[phase]
}
