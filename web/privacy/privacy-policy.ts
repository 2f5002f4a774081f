interface PolicySection {
  readonly title: string
  readonly paragraphs: readonly string[]
}

/** Of the extension. `extension/store/privacy-policy.md` is the same for the stores; a test compares them. */
export const privacyPolicy: readonly PolicySection[] = [
  {
    title: 'What leaves your device',
    paragraphs: [
      'Nothing is sent to the makers of the extension. They run no server for it: there are no accounts, no statistics, no reports of crashes, no advertisements and no code that is loaded later.',
      'The extension asks the gateways that you named, or on whose own page you open its popup, and nobody else: for the addresses they sign with, the names of their models, a key when you want one, and what encryption needs. A gateway’s operator sees your network address, as with any request.',
    ],
  },
  {
    title: 'What it reads',
    paragraphs: [
      'It runs on no site before you allow it there, one site at a time, and you can take that back at any moment. On a site that you allowed it reads the answers that the page receives from a chat gateway, with their receipts, and the text that the page shows of them. Where you switched encryption on, it also reads what the page sends to the gateway, and encrypts it to the enclave that it has verified; set to “when possible”, what cannot be encrypted leaves as the page sent it. It does not read other sites, your history, your passwords or your cookies.',
    ],
  },
  {
    title: 'What it keeps, and where',
    paragraphs: [
      'Receipts, the salts that belong to them, and, unless you switch it off, the words of questions and answers are kept in the extension’s own storage in this browser, for 90 days and 50 megabytes at most unless you set it otherwise. Your settings, the gateways with the addresses that they sign with, and keys of gateways are kept there, too.',
      'You can export the answers to a file, and wipe them, in the settings. Removing the extension removes everything.',
    ],
  },
  {
    title: 'Who gets it',
    paragraphs: [
      'Nobody. What is kept is not sold, not shared, and used for nothing but to show you what was proven about the answers you received. What you export or disclose, you hand over yourself.',
    ],
  },
]
