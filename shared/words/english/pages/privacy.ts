/** `/privacy/`, in the browser extension’s own words. */
export const privacyWords = {
  title: 'Privacy',
  lead: 'What the browser extension and these pages do with what they see.',
  pagesTitle: 'These pages',
  pages:
    'These pages set no cookies and load nothing from elsewhere. What you check on [Verify] stays in the page; the browser keeps only signers that you pin. A key on [Keys] is in the memory of the tab alone. [Limits] says what this gateway does with what you ask.',
} as const
