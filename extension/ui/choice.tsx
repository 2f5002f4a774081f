import { useId } from 'react'
import './choice.css'

interface ChoiceProps<Value extends string> {
  readonly legend: string
  readonly options: readonly (readonly [value: Value, words: string])[]
  readonly value: Value
  readonly unavailable?: Value
  readonly choose: (value: Value) => void
}

/** One of few, all of them in sight. */
export function Choice<Value extends string>(props: ChoiceProps<Value>) {
  const { legend, options, value, unavailable, choose } = props
  const name = useId()
  return (
    <fieldset className="choice">
      <legend>{legend}</legend>
      <div className="segments">
        {options.map(([each, words]) => (
          <label key={each}>
            <input
              type="radio"
              name={name}
              checked={each === value}
              disabled={each === unavailable}
              onChange={() => choose(each)}
            />
            {words}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
