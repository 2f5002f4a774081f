/** What the gateway says about a request that it cannot take. */
export const requestErrors = {
  noModel: 'No model or trait has this name. GET /v1/models lists all models.',
  noSuchModel: 'No model has this name. GET /v1/models lists all models.',
  onlyEncrypted: (model: string) =>
    `The model "${model}" takes encrypted questions only. Ask with the extension, the proxy or the package.`,
  otherTask: (model: string, task: string) =>
    `The model "${model}" is for ${task}. GET /v1/models tells the task of each model.`,
  body: (reason: string) => `The gateway cannot accept the body: ${reason}`,
  tooManyMessages: (name: string, most: number) => `${name} has more than ${most} messages`,
  tooManyParts: (name: string, most: number) => `${name} has more than ${most} parts`,
  leftOut: (names: string) => `The gateway did not send these members to the model: ${names}.`,
  shownModeStale: (shown: string, now: string) =>
    `You asked for at least "${shown}". This answer would be "${now}". To accept "${now}", send shown_mode "${now}".`,
  oneOfModes: (modes: string) => `must be one of ${modes}`,
  twoModes: (inHeader: string, inBody: string) =>
    `is "${inHeader}", and shown_mode of the body is "${inBody}"`,
  onlyProven: 'x-svc-release can only be "proven".',
  onlyOn: (name: string) => `${name} can only be "on".`,
  otherPlan: (model: string, plan: string) => `The model "${model}" needs the plan "${plan}".`,
  noEvidence: 'The gateway keeps no evidence with this digest.',
  encoded: 'Send plain JSON, without a content-encoding.',
  notUtf8: 'Send the body in UTF-8.',
  /** Between “here” and the full stop of `tooLarge`. */
  withKey: (size: string) => ` without a key, and ${size} with one`,
  brokeOff: 'The request broke off before its end.',
  tooLarge: (size: string, advice: string) =>
    `The body is too large: this gateway accepts ${size} here${advice}.`,
  nothingAt: (path: string) => `Nothing is served at ${path}.`,
  served: (paths: string) => `Served are ${paths}.`,
  baseTooLong: (path: string) => `Your base address ends in ${path}. End it in /v1 instead.`,
  baseTwice: 'Your base address ends in /v1/v1. End it in /v1 instead.',
  onlyMethods: (methods: string) => `This path takes only ${methods}.`,
  allPaths: 'and all paths that GET /docs describes',
  notJson: 'Send application/json in UTF-8.',
  noUrl: 'The path is not a valid URL.',
  unreadable: 'The gateway could not read the request.',
  timeout: 'The request did not end in time.',
  notHttp: 'The gateway cannot read this as an HTTP request.',
} as const

/** Why the gateway does not take a member of a request. */
export const unsupportedMembers = {
  refusal: (param: string, because: string) => `${param} is not supported: ${because}`,
  couldIdentify: 'a third party answers, and this member could tell the third party who you are.',
  keepsNoNamed: 'this gateway keeps no answers that this member could name.',
  keepsNothing: 'this gateway keeps no answers.',
  runsNoTools: 'the gateway and its providers run no tools.',
} as const
