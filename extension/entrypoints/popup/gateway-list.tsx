import { useState, type FormEvent } from 'react'
import type { Gateway } from '../../background/settings.ts'
import { askBackground } from './ask-background.ts'

interface GatewayListProps {
  readonly gateways: readonly Gateway[]
  readonly changed: () => void
}

/** The gateways that the user named, each with the signer that was pinned when it was named. */
export function GatewayList({ gateways, changed }: GatewayListProps) {
  const [problem, setProblem] = useState<string | null>(null)

  async function add(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const url = new FormData(event.currentTarget).get('url')
    if (typeof url !== 'string') return
    const answer = await askBackground({ kind: 'add-gateway', url })
    if ('error' in answer) setProblem('This is no gateway that can be reached.')
    else
      setProblem(
        answer.changed
          ? `${answer.origin} signs with another address now. The pin was kept.`
          : null,
      )
    changed()
  }

  return (
    <section>
      <h2>Gateways</h2>
      <ul>
        {gateways.map(({ origin, signers }) => (
          <li key={origin}>
            {origin}
            <br />
            <code>{signers.current.address}</code>
          </li>
        ))}
      </ul>
      <form onSubmit={(event) => void add(event)}>
        <input
          type="url"
          name="url"
          required
          placeholder="https://gateway.example.com"
          aria-label="Address of a gateway"
        />
        <button type="submit">Add</button>
      </form>
      {problem !== null && <p role="alert">{problem}</p>}
    </section>
  )
}
