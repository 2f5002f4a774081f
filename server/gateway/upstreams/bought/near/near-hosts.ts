/** A name, and nothing beside it. */
const name = /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?\.near\.ai$/

/** NEAR AI's gateway before its model hosts. */
const cloud = 'cloud-api.near.ai'

/** @param host in lowercase, without a port */
export function isNearHost(host: string): boolean {
  return name.test(host) && !isNearCloud(host)
}

/** Whether it is the gateway that reads what it hands on to a host. */
export function isNearCloud(host: string): boolean {
  return host === cloud
}
