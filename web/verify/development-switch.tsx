import type { ReceiptPolicy } from '#shared/receipt/verify-receipt.ts'
import { judgedWords as words } from '#shared/words/english/pages/judged.ts'

interface DevelopmentSwitchProps {
  readonly policy: ReceiptPolicy
  readonly onPolicy: (policy: ReceiptPolicy) => void
}

/** The switch beside the verdict on a simulated enclave: developers may accept simulations. */
export function DevelopmentSwitch({ policy, onPolicy }: DevelopmentSwitchProps) {
  const isOn = policy.simulatedEnclave === 'accept-in-development'
  return (
    <p className="development">
      <label>
        <input
          type="checkbox"
          checked={isOn}
          onChange={({ target }) =>
            onPolicy({ simulatedEnclave: target.checked ? 'accept-in-development' : 'reject' })
          }
        />{' '}
        {words.development}
      </label>
      <span className="hint">{isOn ? words.accepted : words.notAccepted}</span>
    </p>
  )
}
