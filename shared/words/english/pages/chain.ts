/** The steps of the chain from a processor to the words on the screen. */
export const chainWords = {
  processor: 'The processor',
  processorProves: 'The maker of the processor vouches for it and for its state.',
  software: 'The software in the enclave',
  softwareProves: 'The software that started is the software you accept.',
  keys: 'The enclave’s keys',
  keysProve: 'The processor’s report names these keys, together with a random number.',
  enclaveReceipt: 'The enclave’s receipt',
  enclaveReceiptProves: 'One of the enclave’s keys signed this receipt.',
  bytes: 'The bytes of this answer',
  bytesProve: 'The enclave’s receipt is for exactly these bytes.',
  gatewayReceipt: 'The gateway’s receipt',
  gatewayReceiptProves: 'The gateway signed for this enclave, mode, question and answer.',
  read: 'What you read',
  readProves: 'The receipt is for this question and this answer.',
  simulated: 'A simulated processor',
  simulatedProves: 'No maker vouches for a simulated processor: its root is the gateway’s own.',
  keysProveNow:
    'The processor’s report names these keys, together with a random number drawn for this check.',
  notReached: 'This step was not checked, or not in full.',
  notChecked: (reason: string) => `Not checked: ${reason}.`,
  others: 'Others',
} as const
