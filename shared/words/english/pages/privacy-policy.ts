/** `/privacy/`, in the browser extension’s own words. */
export const privacyWords = {
  title: 'Privacy',
  lead: 'What the browser extension and these pages do with what they see.',
  pagesTitle: 'These pages',
  pages:
    'These pages set no cookies and load nothing from elsewhere. What you check on [Verify] stays in the page; the browser keeps only signers that you pin. A key on [Keys] is in the memory of the tab alone. [Limits] says what this gateway does with what you ask.',
} as const

/** The privacy policy of the extension. `extension/store/privacy-policy.md` says the same for the stores; a test compares them. */
export const privacyPolicy = [
  {
    title: 'What leaves your device',
    paragraphs: [
      'The extension sends nothing to its makers. The makers run no server for it. There are no accounts, no statistics, no crash reports and no advertisements, and no code is loaded later.',
      'The extension asks only the gateways that you named, and a gateway on whose own page you open the popup. It asks them for the addresses that they sign with, and for the names of their models. If you want, it asks for a key, and for what encryption needs. As with any request, a gateway’s operator sees your network address.',
    ],
  },
  {
    title: 'What it reads',
    paragraphs: [
      'The extension runs on no site before you allow it there. You allow one site at a time, and can take that back at any moment.',
      'On a site that you allowed, the extension reads the page’s answers from a chat gateway, with their receipts. It also reads how the page shows these answers. It does not read other sites, your history, your passwords or your cookies.',
      'If you switched encryption on, the extension also reads what the page sends to the gateway. It encrypts the message to the enclave that it checked. Set to “when possible”, a message that cannot be encrypted leaves as the page sent it.',
    ],
  },
  {
    title: 'What it keeps, and where',
    paragraphs: [
      'The extension keeps receipts and the salts that belong to them in its own storage in this browser. It also keeps the words of questions and answers, unless you switch that off. It keeps them for 90 days and 50 megabytes at most, unless you set other limits.',
      'Your settings, your gateways with their signing addresses, and the keys of gateways are in the same storage.',
      'In the settings, you can export the answers to a file, and delete them. If you remove the extension, all of this is removed.',
    ],
  },
  {
    title: 'Who gets it',
    paragraphs: [
      'Nobody. The makers do not sell or share what the extension keeps. The extension uses it only to show you what was proven about your answers. What you export or disclose, you hand over yourself.',
    ],
  },
] as const
