// The package's one entry, and with it the list of what is public: nothing of the project imports it.

export { verifyGivenReceipt as verifyReceipt } from './given/verify-given-receipt.ts'
export {
  verifyGivenAnswer as verifyAnswer,
  type ReaderOfAnswer,
} from './given/verify-given-answer.ts'
export {
  openGivenDisclosure as openDisclosure,
  type OpenedDisclosure,
} from './given/open-given-disclosure.ts'
export {
  judgeGivenEvidence as judgeEvidence,
  type ReaderOfEvidence,
} from './given/judge-given-evidence.ts'
export { countersignFetch } from './countersign-fetch.ts'
export type { CountersignOptions } from './countersign-options.ts'
export type { ExchangeVerdict } from './exchange-verdict.ts'
export {
  evidenceOfGateway as fetchEvidence,
  signersOfGateway as fetchSigners,
} from './ask-for-documents.ts'
export {
  CountersignError,
  findCountersignError,
  type CountersignErrorCode,
} from './countersign-error.ts'
export type { FoundVerdict } from './found-verdict.ts'
export type { GivenAnswer } from './given/given-answer.ts'
export type { Reader } from './given/reader.ts'
export { answerStates, type AnswerState } from '../judge/state/answer-state.ts'
export type { CheckId } from '../claims.ts'
export type { Disclosure } from '../disclosure/parse-disclosure.ts'
export type { Evidence } from '../document/evidence.ts'
export type { ProviderEvidence } from '../document/provider-evidence.ts'
export type { Mode } from '../modes.ts'
export type { Receipt } from '../receipt/parse-receipt.ts'
export type { SignerHistory } from '../receipt/parse-signer-history.ts'
export type { Check } from '../verdict.ts'
