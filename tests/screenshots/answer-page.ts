import { verifyIndependently } from '../support/verify-independently.ts'

interface AnswerPageInput {
  readonly request: { readonly model: string; readonly messages: readonly object[] }
  readonly answer: {
    readonly choices: readonly [{ readonly message: { readonly content: string } }]
    readonly svc: Parameters<typeof verifyIndependently>[0]['svc']
  }
  readonly sealSigner: string
}

/** One answer as it came, beside what a stranger's program finds when it checks the receipt. */
export async function answerPage({
  request,
  answer,
  sealSigner,
}: AnswerPageInput): Promise<string> {
  const [{ message }] = answer.choices
  const found = await verifyIndependently({
    svc: answer.svc,
    messages: request.messages,
    message,
    sealSigner,
  })
  const line = (holds: boolean, text: string) =>
    `<li class="${holds ? 'holds' : 'fails'}"><b>${holds ? 'PASS' : 'FAIL'}</b> ${text}</li>`
  return `<!doctype html><meta charset="utf-8"><style>
    body { margin: 0; font: 15px/1.5 system-ui, sans-serif; color: #1c2430; background: #fff }
    main { width: 860px; padding: 20px; background: #eef1f5 }
    h2 { font-size: 13px; margin: 0 0 8px; color: #526072; font-weight: 600 }
    section { background: #fff; border: 1px solid #d5dce5; border-radius: 8px; padding: 14px 18px; margin-bottom: 14px }
    pre { margin: 0; font: 12.5px/1.5 ui-monospace, 'DejaVu Sans Mono', monospace; white-space: pre-wrap; overflow-wrap: anywhere }
    ul { margin: 0; padding: 0; list-style: none } li { padding: 2px 0 }
    b { font: 600 12px ui-monospace, 'DejaVu Sans Mono', monospace; padding: 2px 6px; border-radius: 4px; margin-right: 6px }
    .holds b { background: #d8f0e0; color: #11592f } .fails b { background: #fbdcdc; color: #8f1414 }
  </style><main>
    <section><h2>You ask “${escape(request.model)}”</h2>${escape(textOf(request.messages[0]))}</section>
    <section><h2>The answer</h2>${escape(message.content)}</section>
    <section><h2>svc, in the same answer</h2><pre>${escape(JSON.stringify(readable(answer.svc), null, 2))}</pre></section>
    <section><h2>Anybody checks it offline, with the address from /api/limits: ${escape(sealSigner)}</h2><ul>
      ${line(found.digest, 'The receipt was not altered: sha256(JCS(body)) is the digest.')}
      ${line(found.signature, 'The gateway signed it: EIP-191 over the digest, by the published address.')}
      ${line(found.prompt, 'This is what was asked: the prompt commitment opens.')}
      ${line(found.response, 'This is what was answered: the response commitment opens.')}
    </ul></section>
  </main>`
}

function textOf(message: object | undefined): string {
  return (message as { content?: string } | undefined)?.content ?? ''
}

/** Long hex cut in the middle, as far as it fits on a page. */
function readable(svc: unknown): unknown {
  return JSON.parse(
    JSON.stringify(svc, (_key, value: unknown) =>
      typeof value === 'string' && /^(0x)?[0-9a-f]{64,}$/.test(value)
        ? `${value.slice(0, 22)}…${value.slice(-8)}`
        : value,
    ),
  )
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
