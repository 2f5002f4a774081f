// What the evidence of Tinfoil lacks or says wrongly.

export const noRepository = 'the reader named no repository, so this program expects no release'
export const noStatement = 'no statement holds'
export const machinesForm = 'this program does not know the form of the statement about machines'
export const otherMachine = (mrtd: string) =>
  `the statement about machines does not name MRTD ${mrtd} with its RTMR0`
export const otherAttributes = 'the machine has other attributes'
export const otherFeatures = 'the machine has other extended features (XFAM)'
export const notZero = (name: string) => `${name} is not 0`
export const noAmd = 'nobody showed AMD’s certificates of the chip'
export const noGpus = 'the report covers no evidence of GPUs, and this host should have GPUs'
export const document = 'the document'
export const part = 'a part of the document'
export const noCertificate = 'the document has no certificate'
export const notSigned = 'the key of the certificate did not sign the document'
export const noTlsKey = 'the document names no key of the connection'
export const noKey = 'the document names no key to encrypt to'
export const device = 'the document shows a device of an unknown kind'
export const processor = 'the processor in the document is of an unknown kind'
export const idTwice = 'an id occurs twice'
export const unreadable = (reason: string) => `the document cannot be read: ${reason}`
export const collateralPart = (name: string) => `the part ${name}`
export const collateral = 'a part of the collateral'
export const noneShown = 'nobody showed a statement of the code'
export const statement = 'the statement of the code'
export const commandLine = 'the command line does not name exactly one configuration'
export const notNamed = (digest: string, named: string) => `${digest} is not in ${named}`
export const notBase64 = 'the configuration is not Base64'
export const shape = 'a shape of machine'
