import type { HonestAnswer } from './honest-answer.ts'
import { katexAnswers } from './katex-answers.ts'
import { readmeAnswers } from './readme-answers.ts'
import { specAnswers } from './spec-answers.ts'
import { writtenAnswers } from './written-answers.ts'

export function allAnswers(): readonly HonestAnswer[] {
  return [...writtenAnswers(), ...specAnswers(), ...readmeAnswers(), ...katexAnswers()]
}
