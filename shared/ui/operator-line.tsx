import { showText } from '../text/show-text.ts'
import { operatorWords } from '../words/english/operator.ts'

interface OperatorLineProps {
  /** As the gateway publishes it. */
  readonly operator: {
    readonly name: string
    readonly url: string | null
    readonly contact: string | null
  }
}

/** Who runs a gateway, shown as what it is: the operator's own word. Nothing of it is a link. */
export function OperatorLine({ operator }: OperatorLineProps) {
  const { name, url, contact } = operator
  const places = [url, contact].filter((each) => each !== null).map((each) => showText(each, 512))
  return (
    <p className="operator">
      {[operatorWords.runBy(showText(name, 128)), ...places].join(' · ')}. {operatorWords.unchecked}
    </p>
  )
}
