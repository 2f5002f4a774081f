import { readExchange } from '../requests/read-exchange.ts'
import { startMiddle } from './start-middle.ts'
import { verifyIndependently } from '../receipts/verify-independently.ts'

/** One request with a body that passed, and what the gateway answered. */
interface Recorded {
  readonly path: string
  readonly status: number
  readonly sent: string
  readonly got: string
}

export interface Recorder {
  readonly baseUrl: string
  /** Who has to have signed. */
  readonly sealSigner: string
  /** What passed since the last time. */
  take(): readonly Recorded[]
  /** By the rules of FORMAT.md, with public packages. */
  verify(exchange: Recorded): ReturnType<typeof verifyIndependently>
  close(): Promise<void>
}

/** Stands before a gateway, and keeps what tools send and get. */
export async function startRecorder(gatewayUrl: string): Promise<Recorder> {
  const limits = await fetch(`${gatewayUrl}/api/limits`)
  const { seal_signer: sealSigner } = (await limits.json()) as { readonly seal_signer: string }
  const middle = await startMiddle(gatewayUrl)
  let passed: Recorded[] = []
  middle.lie({
    onAnswer({ status, body }, { path, request }) {
      const [sent, got] = [request.body.toString('utf8'), body.toString('utf8')]
      if (sent !== '') passed.push({ path, status, sent, got })
    },
  })
  return {
    baseUrl: middle.baseUrl,
    sealSigner,
    take() {
      const taken = passed
      passed = []
      return taken
    },
    verify({ path, sent, got }) {
      const { svc, messages, message } = readExchange(path, sent, got)
      if (svc === undefined) throw new Error(`no svc in ${got}`)
      return verifyIndependently({ svc, messages, message, sealSigner })
    },
    close: () => middle.close(),
  }
}

/** Which receipt came with it. */
export function digestRecorded({ path, sent, got }: Recorded): string | undefined {
  return readExchange(path, sent, got).svc?.receipt_digest
}
