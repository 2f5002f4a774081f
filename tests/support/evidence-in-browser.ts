import { judgeRecording } from '../../server/commands/attest/judge-recording.ts'

// What a page loads to judge recorded evidence; built by tests/e2e/evidence-in-browser.test.ts.

/** A recording, as text can carry it into a page. */
export interface PortableRecording {
  readonly provider: string
  readonly model: string
  readonly nonce: string
  readonly at: number
  readonly responses: readonly {
    readonly url: string
    /** One character a byte. */
    readonly body: string
    readonly headers: Readonly<Record<string, string>>
    readonly peer: string | null
  }[]
}

export interface JudgedInBrowser {
  readonly kind: string
  /** Names of all checks with how each ended, in their order. */
  readonly checks: readonly string[]
}

export interface EvidenceInBrowser {
  readonly judge: (recording: PortableRecording) => JudgedInBrowser
}

function judge(recording: PortableRecording): JudgedInBrowser {
  const { kind, checks } = judgeRecording(
    {
      ...recording,
      responses: recording.responses.map(({ url, body, headers, peer }) => ({
        url,
        body: Uint8Array.from(body, (character) => character.charCodeAt(0)),
        header: (name) => headers[name] ?? '',
        peer,
      })),
    },
    null,
  )
  return { kind, checks: checks.map(({ id, subject, status }) => `${status} ${id} ${subject}`) }
}

const evidence: EvidenceInBrowser = { judge }
Object.assign(globalThis, { evidence })
