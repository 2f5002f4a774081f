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
  'big-agi': { how: 'Switch on client-side fetch where its models are set up.', link: null },
  lobehub: {
    how: 'In the settings of its provider, switch on “Use Client-Side Fetching Mode”.',
    link: null,
  },
  nextchat: {
    how: 'Set the gateway’s address as a custom endpoint in its settings.',
    link: '/#/settings',
  },
  'open-webui': {
    how: 'Its administrator allows Direct Connections; then the gateway is added in your own Settings, under Connections.',
    link: 'https://docs.openwebui.com/features/experimental/direct-connections',
  },
}
