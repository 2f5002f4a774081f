import { readdirSync, readlinkSync } from 'node:fs'

/** Sockets that a process holds, whatever their state. */
export function openSockets(pid: number): number {
  const folder = `/proc/${pid}/fd`
  return readdirSync(folder).filter((name) => isSocket(`${folder}/${name}`)).length
}

/** A descriptor may be closed meanwhile. */
function isSocket(path: string): boolean {
  try {
    return readlinkSync(path).startsWith('socket:')
  } catch {
    return false
  }
}
