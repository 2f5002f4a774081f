import { Phrase } from '#shared/ui/phrase.tsx'
import { useState } from 'react'
import { Copyable } from '../components/copyable.tsx'
import { PageFrame } from '../components/page-frame.tsx'
import { LiveChat } from './live-chat.tsx'
import { makeExample } from './make-example.ts'
import { homeWords as words } from '#shared/words/english/pages/home.ts'

const randomBytes = (length: number) => crypto.getRandomValues(new Uint8Array(length))

/** What this is in ten seconds, beside an answer with its badge and its card. */
export function HomePage({ gateway }: { readonly gateway: string }) {
  const [example] = useState(() => makeExample(randomBytes, new Date()))
  const curl = `curl -s ${gateway}/v1/chat/completions -H 'content-type: application/json' -d '{"model": "svc-chat", "messages": [{"role": "user", "content": "Hello"}]}'`
  return (
    <PageFrame current="home">
      <div className="hero">
        <div className="hero-words">
          <h1>{words.title}</h1>
          <p className="lead">{words.lead}</p>
          <p className="lead">{words.check}</p>
          <p className="hero-ways">
            <a className="button primary" href="./extension/">
              {words.getExtension}
            </a>
            <a className="button" href="./verify/">
              {words.checkReceipt}
            </a>
          </p>
          <p className="hint">{words.badge}</p>
        </div>
        <LiveChat gateway={gateway} up="." example={example} />
      </div>
      <div className="two-columns">
        <section aria-labelledby="use-title">
          <h2 id="use-title">{words.toolsTitle}</h2>
          <p>
            <Phrase text={words.tools(gateway)} links={[{ href: './keys/' }]} />
          </p>
          <Copyable text={curl} what={words.command} />
        </section>
        <section aria-labelledby="limits-title">
          <h2 id="limits-title">{words.limitsTitle}</h2>
          <p>
            <Phrase text={words.limits} links={[{ href: './limits/' }]} />
          </p>
        </section>
      </div>
    </PageFrame>
  )
}
