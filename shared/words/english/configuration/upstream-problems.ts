/** What is wrong with an upstream in a configuration, and what to write instead. */
export const upstreamProblems = {
  simulatedRoot: 'Copy the PEM that the simulated enclave prints when it starts',
  notChutes: 'is no service of Chutes',
  chutesAddress: 'Write https://api.chutes.ai',
  nearCloud:
    'is NEAR AI’s cloud gateway, which reads each question. No signature of a host shows what the cloud gateway passed on',
  nearOwnHost:
    'Name a model’s own host from the list at https://completions.near.ai/endpoints. For other models use "kind": "openai" with "mode": "anonymized"',
  notNear: 'is no host of NEAR AI',
  nearAddress:
    'Write https:// and a name under near.ai from the list at https://completions.near.ai/endpoints',
  notRouter: 'is not the address of Tinfoil’s router',
  routerAddress:
    'Write https://inference.tinfoil.sh/v1, or leave out "router" for a model’s own enclave',
  isRouter:
    'is Tinfoil’s router, which reads each question and passes the question on to a machine that only the router checks',
  ownEnclave: 'Name a model’s own enclave, or write "router": true and the router’s repository',
  notTinfoil: 'is no host of Tinfoil',
  tinfoilAddress:
    'Write https:// and a name under tinfoil.sh from the list at https://inference.tinfoil.sh/.well-known/tinfoil-proxy',
  saltTells:
    'a salt for each caller would tell a third party which requests come from the same caller',
  leaveSaltOut:
    'Leave cache_salt out, or write "mode": "private" where you trust the operator of the upstream',
  notVenice: 'is no address of Venice',
  veniceAddress: 'Write https://api.venice.ai/api/v1',
  seePins: 'See server/gateway/upstreams/enclave/README.md for what must be pinned',
  severalOfVenice: 'names several models of Venice, and each has an enclave of its own',
  oneEach: 'Write a separate upstream for each model',
  noEncryption: (model: string) => `names "${model}", which is no model with encryption`,
  chooseEncrypted: 'Choose one of https://api.venice.ai/api/v1/models whose id begins with e2ee-',
  notModelRepository: 'is no repository of a model’s enclave',
  modelRepository:
    'Write tinfoilsh/confidential- and the model. The router’s repository needs "router": true, since the router reads each question',
  notRouterRepository: 'is not the router’s repository',
  routerRepository:
    'Write tinfoilsh/confidential-model-router, or leave out "router" for a model’s own enclave',
  pinLacks: (missing: string) =>
    `a pin has no ${missing}, so the gateway would accept other programs, too`,
  pinTogether: (registers: string) => `Pin ${registers} together`,
  emptyKey: (id: string) => `is empty, and the upstream "${id}" takes its key from this variable`,
  setKey: 'Set the variable, or remove api_key_env when the upstream needs no key',
  notKey: 'is no key: it is empty, or holds a space, a line break or a letter beyond ASCII',
  copyKey: 'Copy the key again, without any other letters around the key',
  simulation: 'Copy what the simulation prints when it starts',
} as const
