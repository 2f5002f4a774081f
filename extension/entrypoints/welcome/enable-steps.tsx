import { EnablePicture } from './enable-picture.tsx'

/** How to go on: it begins on the site itself, from the toolbar. */
export function EnableSteps({ gateway }: { readonly gateway: string }) {
  return (
    <>
      <p className="lead" role="status">
        The signer of {new URL(gateway).host} is pinned. One step is left.
      </p>
      <div className="enable">
        <ol>
          <li>Open the chat page that you use.</li>
          <li>
            Click the Countersign mark in the browser’s toolbar. It may be behind the puzzle piece;
            pin it there.
          </li>
          <li>
            Choose <strong>Enable on this site</strong>. The browser asks for that site alone, and
            the page is loaded again by itself; nothing runs anywhere else.
          </li>
        </ol>
        <EnablePicture />
      </div>
      <p className="soft-text">
        From then on each answer wears a badge, and the side panel has what no page can draw: every
        answer with its verdict. Encryption from this browser, where your page talks to the gateway
        itself, is a switch in the same place.
      </p>
      <p>
        <a href="/options.html#gateways">History and settings</a> hold everything else, with a way
        to name another gateway.
      </p>
    </>
  )
}
