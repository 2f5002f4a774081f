/** The enclave’s evidence on `/verify/`, while the program for it is still to come. */
export const evidenceWords = {
  title: 'The enclave’s own evidence',
  lead: 'Without this evidence, only the gateway says that an enclave answered. With it, this page checks the enclave itself. Ask soon, and save the evidence: later the enclave may have other keys, and cannot show this evidence again.',
  open: 'Open evidence.json',
  reference: 'Which software you accept in the enclave',
} as const
