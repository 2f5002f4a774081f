/** What the browser extension does, and the way to it. */
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
      <p>
        <a className="button" href="./extension/">
          Get the extension
        </a>
      </p>
    </section>
  )
}
