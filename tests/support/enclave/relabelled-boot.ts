import { createHash } from 'node:crypto'
import { appCompose } from '../../../server/demo/enclave/hardware/app-compose.ts'
import type { EnclavePlan } from '../../../server/demo/enclave/enclave-plan.ts'
import {
  runtimeEntry,
  type LogEntry,
} from '../../../server/demo/enclave/hardware/make-event-log.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** SHA-256 of a compose file of the attacker's, found by trying, that begins with the byte of a colon. */
const ownComposeHash = grind()

function grind(): string {
  for (let tries = 0; ; tries += 1) {
    const hash = sha256(appCompose('other').replace('simulated-enclave', `ground-${tries}`))
    if (hash.startsWith('3a')) return hash
  }
}

/** The attacker's own measurement, cut at its second colon: other name, other payload, same digest. */
function relabel(entry: LogEntry): LogEntry {
  return entry.event_payload === ownComposeHash
    ? { ...entry, event: 'compose-hash:', event_payload: entry.event_payload.slice(2) }
    : entry
}

/** Runs the attacker's software, measures the pinned hash after it, and shows the first one relabelled. */
export const relabelledBoot: EnclavePlan = {
  mrconfigid: '00'.repeat(48),
  measuredLog: (log) =>
    log.flatMap((entry) => {
      if (entry.event === 'compose-hash') return [runtimeEntry('compose-hash', ownComposeHash)]
      if (entry.event !== 'instance-id') return [entry]
      return [entry, runtimeEntry('compose-hash', sha256(appCompose('pinned')))]
    }),
  shownLog: (log) => log.map(relabel),
}
