import { Phrase } from '#shared/ui/phrase.tsx'
import { welcomeWords as words } from '#shared/words/english/extension/welcome.ts'
import { EnablePicture } from './enable-picture.tsx'

/** How to go on: it begins on the site itself, from the toolbar. */
export function EnableSteps({ gateway }: { readonly gateway: string }) {
  return (
    <>
      <p className="lead" role="status">
        {words.isPinned(new URL(gateway).host)}
      </p>
      <div className="enable">
        <ol>
          <li>{words.openChat}</li>
          <li>{words.clickMark}</li>
          <li>{words.enable}</li>
        </ol>
        <EnablePicture />
      </div>
      <p className="soft-text">{words.afterwards}</p>
      <p>
        <Phrase text={words.more} links={[{ href: '/options.html#gateways' }]} />
      </p>
    </>
  )
}
