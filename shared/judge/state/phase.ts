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
    label: 'Being written',
    sentence: 'This answer is being written. Nothing about it is verified yet.',
  },
  comparing: {
    state: 'comparing',
    mark: '⋯',
    tone: 'none',
    label: 'Being compared',
    sentence:
      'Its text is being compared with the text that was signed. Nothing about it is verified yet.',
  },
}

export function describePhase(phase: Phase): PhaseView {
  return views[phase]
}
