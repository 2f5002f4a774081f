/** What `npm run admin -- models` prints. */
export const modelsWords = {
  which: 'an upstream, or a kind of upstream',
  near: 'NEAR AI',
  tinfoil: 'Tinfoil',
  venice: 'Venice',
  chutes: 'Chutes',
  noList: (wanted: string, kinds: string) =>
    `there is no list of models for "${wanted}"; name an upstream, or one of ${kinds}`,
  notHad: (provider: string, reason: string) =>
    `The list of ${provider} could not be had: ${reason}`,
  head: (provider: string, address: string) =>
    `What ${provider} lists at ${address}. Nobody has verified this list.`,
  free: (parts: readonly string[]) => `○ ${parts.join('  ')}`,
  configured: (parts: readonly string[], ids: string) =>
    `● ${parts.join('  ')}  configured: ${ids}`,
  throughRouter: (id: string) => `${id} (through the router)`,
  nowhere: (model: string) => `– ${model}  has no host`,
  refused: (model: string, host: string, because: string) =>
    `✗ ${model}  ${host}  refused: ${because}`,
  noHost: (provider: string) => `this is no model’s host of ${provider}`,
  notEncrypted: 'its name is none of a model with encryption',
  noChute: 'its chute_id has another form',
  noRepository: 'its repository is none of a model’s enclave',
  notListed: (id: string, model: string, host: string) =>
    `! ${id}: the list has no ${model} at ${host}`,
  differs: (id: string, member: string, listed: string, configured: string) =>
    `! ${id}: the list says ${member} ${listed}; yours is ${configured}, and yours counts`,
  howToUse:
    'Nothing was changed. To use a model, copy its address, its name and what stands behind it into your configuration.',
} as const
