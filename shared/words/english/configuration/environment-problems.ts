/** What is wrong in a variable of the environment, and what to set instead. */
export const environmentProblems = {
  noExporter: 'names an exporter that this program does not have',
  otlp: 'Use otlp, or none',
  noProtocol: 'names a protocol that this program does not have',
  httpProtocol: 'Use http/protobuf or http/json',
  sampler:
    'Use always_on, always_off or traceidratio, also with parentbased_ before the name. Write a ratio from 0 to 1',
  demoWorkers:
    'is more than one, and nothing is configured. Only one worker can use the enclave of the demo',
  writeConfig: 'Write a gateway.config.json, or leave WORKERS out',
  noStore: 'names no kind of store that this program knows',
  beginWith: (schemes: string) => `Begin it with one of ${schemes}`,
  nextAlone: 'is set without SEAL_KEY, and names the key that follows SEAL_KEY',
  setBoth: 'Set SEAL_KEY, too, or leave SEAL_KEY_NEXT out',
  besideFile: (setting: string) => `is set beside ${setting}_FILE`,
  keepOne: 'Keep one of the two',
  notSecret: 'does not hold 32 bytes as 64 hex digits',
  makeKey: 'Make a key with: openssl rand -hex 32',
  unreadable: (path: string) => `this program cannot read ${path}`,
  callerSecret:
    'must be 64 hex digits. With REDIS_URL, the gateways use this secret to hide the addresses of callers in Redis',
  makeSecret:
    'Make a secret with openssl rand -hex 32, and give the secret to every gateway of this Redis',
  countAlone: (workers: number) =>
    `each of ${workers} processes would count requests for itself. Two or more processes need a REDIS_URL to count together`,
  setRedis: 'Set REDIS_URL and CALLER_SECRET, or leave WORKERS out',
  notWhole: (text: string, least: number, most: number) =>
    `"${text}" is not a whole number from ${least} to ${most}`,
  setExample: (name: string, value: string | number) =>
    `Set a number, for example ${name}=${value}, or leave ${name} out`,
  noLevel: (text: string) => `"${text}" is no level of logging`,
  levels: (list: string) => `Use one of ${list}`,
  notKnown: (text: string) => `"${text}" is not known`,
  destroyOrKeep: 'Use destroy or keep',
  noPath: (text: string) => `"${text}" is no path`,
  examplePath:
    'Use a path such as /gateway. Leave the setting out where the proxy takes the path away',
  trustsAll: (text: string) => `"${text}" trusts everybody, so each caller could claim any address`,
  trustFront:
    'Use the number of proxies in front (1), or the addresses of those proxies alone (10.0.0.0/8)',
  notHops: (text: string) => `"${text}" is neither a number of proxies nor a list of addresses`,
  hopsExample:
    'Use the number of proxies in front (1), or their addresses (10.0.0.0/8,::1). Without a proxy, leave the setting out',
  noOrigins: (text: string) => `"${text}" is no list of origins`,
  originsExample:
    'Use scheme, name and port of each origin, such as https://chat.example.com, or leave the setting out',
  noContacts: (text: string) => `"${text}" is no list of contacts`,
  contactsExample:
    'Use addresses such as mailto:security@example.com or https://example.com/security, or leave the setting out',
  saltFile: 'the file holds no secret of 64 hexadecimal digits',
  removeSaltFile:
    'Remove the file, and the gateway makes a new secret. The upstreams then begin their caches anew',
  portTaken: 'another program uses this port',
  otherPort: 'Stop the other program, or choose another PORT',
  portForbidden: 'this user may not use this port',
  higherPort: 'Choose a port from 1024 on',
  noAddress: 'is no address of this machine',
  anyAddress: 'Use 127.0.0.1, or 0.0.0.0 for all addresses',
  noRedis: 'names no Redis or Valkey that this program can reach',
  redisAddress:
    'Use redis://host:6379, rediss:// for TLS, or the addresses of a cluster with commas between. Look whether the server runs',
} as const
