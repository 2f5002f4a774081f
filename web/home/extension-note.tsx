import { Copyable } from '../components/copyable.tsx'

/** What the browser extension does, and how it is built and loaded. */
export function ExtensionNote() {
  return (
    <section aria-labelledby="extension-title">
      <h2 id="extension-title">In the chats you use</h2>
      <p>
        The browser extension puts the outcome beside each answer of a chat front-end that talks to
        a gateway like this one. It checks the receipt in your browser, keeps it for you, and can
        encrypt what you write to an enclave that it has verified. It runs on no site before you
        allow it there.
      </p>
      <p>It is built from the sources of this gateway:</p>
      <Copyable text="npm run build:extension" what="the command that builds the extension" />
      <p>
        Then open <code>chrome://extensions</code>, switch on <em>Developer mode</em>, choose{' '}
        <em>Load unpacked</em>, and take the folder <code>dist/extension/chrome-mv3</code>.
      </p>
    </section>
  )
}
