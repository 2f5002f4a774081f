import { useState } from 'react'
import { Copyable } from '../components/copyable.tsx'
import { PageFrame } from '../components/page-frame.tsx'
import { LiveChat } from './live-chat.tsx'
import { makeExample } from './make-example.ts'

const randomBytes = (length: number) => crypto.getRandomValues(new Uint8Array(length))

/** What this is in ten seconds, beside an answer with its badge and its card. */
export function HomePage({ gateway }: { readonly gateway: string }) {
  const [example] = useState(() => makeExample(randomBytes, new Date()))
  const curl = `curl -s ${gateway}/v1/chat/completions -H 'content-type: application/json' -d '{"model": "svc-chat", "messages": [{"role": "user", "content": "Hello"}]}'`
  return (
    <PageFrame current="home">
      <div className="hero">
        <div className="hero-words">
          <h1>Every answer, signed for.</h1>
          <p className="lead">
            This chat gateway signs a receipt for each answer. The receipt says which model
            answered, what was asked, and who could read it.
          </p>
          <p className="lead">
            You check a receipt in your own browser. What you check is sent to nobody.
          </p>
          <p className="hero-ways">
            <a className="button primary" href="./extension/">
              Get the extension
            </a>
            <a className="button" href="./verify/">
              Check a receipt
            </a>
          </p>
          <p className="hint">
            The extension puts this badge beside each answer in the chats you use. It runs on no
            site before you allow it there.
          </p>
        </div>
        <LiveChat gateway={gateway} up="." example={example} />
      </div>
      <div className="two-columns">
        <section aria-labelledby="use-title">
          <h2 id="use-title">Use it from your tools</h2>
          <p>
            Any OpenAI client works: set its base address to <code>{gateway}/v1</code>. Without a{' '}
            <a href="./keys/">key</a> you can ask a few times a minute.
          </p>
          <Copyable text={curl} what="the command" />
        </section>
        <section aria-labelledby="limits-title">
          <h2 id="limits-title">What it does not do</h2>
          <p>
            A receipt does not make an answer true, or a promise a proof.{' '}
            <a href="./limits/">Limits</a> lists what this gateway does not promise, computed from
            what runs now.
          </p>
        </section>
      </div>
    </PageFrame>
  )
}
