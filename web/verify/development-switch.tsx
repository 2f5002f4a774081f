import type { ReceiptPolicy } from '#shared/receipt/verify-receipt.ts'

interface DevelopmentSwitchProps {
  readonly policy: ReceiptPolicy
  readonly onPolicy: (policy: ReceiptPolicy) => void
}

/** Beside the verdict on a simulated enclave: whether it counts for this reader, who develops. */
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
        Development mode: count simulated enclaves, which prove nothing
      </label>
      <span className="hint">
        {isOn ? 'It counts here, as a simulation.' : 'It does not count here.'}
      </span>
    </p>
  )
}
