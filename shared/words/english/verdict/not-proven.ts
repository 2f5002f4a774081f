/** What a reader must not conclude from a verdict: each follows the heading "Not proven". */
export const notProvenWords = {
  delivery: 'How this answer was delivered.',
  nothingElse: 'Nothing else: once one part is false, the rest proves nothing.',
  whoSigned: 'Anything that the receipt says: nobody here knows who signed the receipt.',
  otherWords: 'That the words in this file are the signed words.',
  asked: 'That the gateway was asked in your words: the server of this chat asked it.',
  hardware: 'Any hardware: a simulated enclave has none, and its operator made up its evidence.',
  foundByWords: 'That the receipt came with this answer: only the words are the same.',
  textShown: 'That the text shown here is the signed text.',
  sentToServer: 'That no other server read the answer: the page sent it to its own server, too.',
  throughServer: 'That no other server read the answer: it came through the site’s own server.',
  sameMessages: 'That the enclave got this question: the gateway claims it.',
  sameMessagesOfProvider: 'That the enclave got exactly this question: the provider claims it.',
  whoWrote: 'That the enclave wrote this answer: no signature of the enclave covers the answer.',
  settingsOf: (names: string) =>
    `That the model got your settings (${names}): the receipt does not cover them.`,
  andMoreSettings: (names: string, more: number) => `${names} and ${more} more`,
  settings:
    'That the model got your settings, such as temperature or tools: the receipt does not cover them.',
  enclave: 'The enclave itself: only the gateway’s signature was checked here.',
  servesItself: 'That the enclave ran the model itself: its evidence does not show this.',
  secondMachine:
    'The machine that ran the model: it stands behind the enclave, and only the provider vouches for it. Both read the question.',
  otherPrograms: 'Which programs run beside the model. The provider can add one that reads along.',
  oneMachine:
    'That processor and GPUs stand in one machine, or that the firmware of the GPUs is good.',
  noGateway: 'To other people, that you got this answer: no gateway signed a receipt for it.',
  providerKeptNothing:
    'That the provider who read the question kept nothing. In this mode it may keep it.',
  whoAsked: 'That nothing in the question gives away who asked.',
  operatorKeptNothing: 'That the question was not kept: the operator promises it.',
  gatewayKeptNothing: 'That the gateway, which could read question and answer, kept neither.',
  whichWords: 'What the words were: the receipt is for the encrypted words.',
  whichWordsToOthers:
    'To other people, what the words were: the receipt is for the encrypted words.',
  machine: 'That nobody who holds the machine broke into its processor: such attacks are known.',
  rightness: 'That the answer is right, or that the named model ran.',
  program: 'That the gateway ran an unchanged program: a signature only says who signed.',
  wayOfFile:
    'How the answer came: nobody signed the site, the time of arrival, or the label beside the answer.',
  streamEnd: 'That the stream ended there: its end mark, [DONE], is missing.',
  evidenceTime: 'When the evidence was made, and for which random number: only the file says so.',
} as const
