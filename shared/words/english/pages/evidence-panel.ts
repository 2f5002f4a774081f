/** The enclave’s evidence on `/verify/`: how it is brought, and the chain that it makes. */
export const evidencePanelWords = {
  referenceHint:
    'Take these values from somebody who built the software again, not from the gateway. Without them, this page accepts no hardware enclave.',
  referenceField: 'Reference values, JSON',
  referenceProblem: (problem: string) => `These values cannot be used: ${problem}`,
  ask: (host: string) => `Ask ${host} for the evidence`,
  otherEvidence: (host: string) =>
    `${host} sent other evidence than the answer names. It is not used here.`,
  asking: 'This page is asking the gateway for the enclave’s evidence.',
  reading: 'This page is reading the enclave’s evidence.',
  stillToCome: (time: string) => `This evidence is dated ${time}, which is in the future.`,
  unreadable: (problem: string) => `This evidence cannot be read: ${problem}.`,
  tooLarge: 'This file is too large for evidence.',
  notText: 'This file is not text in UTF-8, or cannot be read.',
  programMissing: 'A part of this page could not be loaded. Load the page again.',
  simulated: 'The first five steps are simulated.',
  chain: 'From the processor to the words',
  counts: 'Each step relies on the steps above it.',
  oneCheck: '1 check',
  checks: (count: number) => `${count} checks`,
} as const
