// What the compose file of an enclave says, and must not say.

export const memberUnknown = (member: string) =>
  `the value of "${member}" is not known to this program`
export const memberMissing = (member: string) => `the file does not say what "${member}" is`
export const notAccepted =
  'the file is not among the accepted ones, so this program did not read it'
export const noImage = (service: string) => `service "${service}" has no image`
export const ofService = (service: string, problem: string) => `service "${service}": ${problem}`
export const adminToken = 'the file has an admin_token: somebody could change the hosts unseen'
export const unmeasured = (name: string) => `the file takes the unmeasured variable ${name}`
export const deciding = (name: string) => `the file takes ${name}, which decides what runs`
export const imageNotPinned = (service: string) =>
  `the image of service "${service}" is not pinned by its digest`
export const serviceMember = (member: string, service: string) =>
  `the value of "${member}" of service "${service}" is not known to this program`
export const aggregator = 'the enclave is an aggregator: its receipt must say who served'
export const ownNetworks =
  'the services have networks of their own, so a name may lead to another host'
export const mayNameHost = (name: string) => `the file takes "${name}", which may name another host`
export const otherHost = (host: string) =>
  `the enclave claims to run the model itself, and names the host ${host}`
export const noHost = 'the compose file names no host of a model'
export const environmentUnknown = 'the environment is not written in a known form'
export const notJustVariable = (name: string) =>
  `"${name}" has a variable in it, and more than this variable`
export const notAllowed = (name: string, taken: string) =>
  `"${name}" takes "${taken}", which is not allowed`
export const notMeasured = (name: string) => `"${name}" decides what runs, and is not measured`
export const noComposeFile = 'app_compose has no docker_compose_file'
export const noServices = 'docker_compose_file has no services'
export const emptyService = (service: string) => `service "${service}" has no members`
export const tooLong = (most: number) => `is longer than ${most} characters`
export const control = 'has a control character, or a line end of another kind'
export const noYaml = 'is not YAML'
export const token = (kind: string) => `has a token of kind "${kind}"`
export const escape = 'has an escape that not every reader knows'
export const mergeKey = 'has a merge key (<<)'
export const composeFile = (why: string) => `docker_compose_file ${why}`
