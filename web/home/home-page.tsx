import { Copyable } from '../components/copyable.tsx'
import { PageFrame } from '../components/page-frame.tsx'
import { ExtensionNote } from './extension-note.tsx'
import { LiveExample } from './live-example.tsx'

/** What this is in ten seconds, and one answer with its verdict. */
export function HomePage({ gateway }: { readonly gateway: string }) {
  const curl = `curl -s ${gateway}/v1/chat/completions -H 'content-type: application/json' -d '{"model": "svc-chat", "messages": [{"role": "user", "content": "Hello"}]}'`
  return (
    <PageFrame current="home">
      <h1>Every answer, signed for.</h1>
      <p className="lead">
        A chat gateway whose every answer carries a receipt: which model answered, to exactly which
        messages, in which privacy mode it was really delivered. Anybody can check it, without
        asking this gateway, and without seeing the conversation.
      </p>
      <LiveExample gateway={gateway} />
      <section aria-labelledby="use-title">
        <h2 id="use-title">Use it</h2>
        <p>
          OpenAI’s wire format: change the base address to <code>{gateway}/v1</code> in any tool.
          Without a <a href="./keys/">key</a> the budget is small.
        </p>
        <Copyable text={curl} what="the command" />
      </section>
      <ExtensionNote />
      <section aria-labelledby="limits-title">
        <h2 id="limits-title">What it does not do</h2>
        <p>
          A receipt makes no answer true, and a promise no proof. What this gateway does not promise
          stands under <a href="./limits/">Limits</a>, computed from what runs now.
        </p>
      </section>
    </PageFrame>
  )
}
