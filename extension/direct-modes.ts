import { popupWords as words } from '#shared/words/english/extension/popup.ts'

interface DirectMode {
  /** The user's own steps. */
  readonly how: string
  /** Where they are told (an address), or done (a path of its site); null where there is no such place. */
  readonly link: string | null
}

/**
 * How the pages of front-ends are made to call a gateway themselves, where they can, by their ids. The popup tells it: in
 * `frontends/` it would be part of what runs in each chat.
 */
export const directModes: Readonly<Record<string, DirectMode>> = {
  'big-agi': { how: words.bigAgi, link: null },
  lobehub: {
    how: words.lobehub,
    link: null,
  },
  nextchat: {
    how: words.nextchat,
    link: '/#/settings',
  },
  'open-webui': {
    how: words.openWebui,
    link: 'https://docs.openwebui.com/features/experimental/direct-connections',
  },
}
