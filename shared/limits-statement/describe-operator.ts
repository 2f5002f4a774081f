import { showText } from '../text/show-text.ts'
import { operatorWords } from '../words/english/verdict/operator.ts'
import type { Operator } from './parse-operator.ts'

/** Who runs a gateway, with a sentence that only the operator says so. */
export function describeOperator({ name, url, contact }: Operator): string {
  const places = [url, contact].filter((each) => each !== null).map((each) => showText(each, 512))
  return `${[operatorWords.runBy(showText(name, 128)), ...places].join(' · ')}. ${operatorWords.unchecked}`
}
