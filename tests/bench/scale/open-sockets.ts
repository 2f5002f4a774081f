import { readFileSync, readdirSync, readlinkSync } from 'node:fs'

export interface OpenSockets {
  /** Connections that came to its own port. */
  readonly callers: number
  /** All others: to upstreams, a store, a Redis, and the one that it listens on. */
  readonly others: number
}

/** Sockets that a process holds, whatever their state. @param port where it listens */
export function openSockets(pid: number, port: number): OpenSockets {
  const folder = `/proc/${pid}/fd`
  const inodes = readdirSync(folder).flatMap((name) => inodeOf(`${folder}/${name}`))
  const came = new Set(
    ['tcp', 'tcp6'].flatMap((table) => inodesAt(`/proc/${pid}/net/${table}`, port)),
  )
  const callers = inodes.filter((inode) => came.has(inode)).length
  return { callers, others: inodes.length - callers }
}

/** Of a descriptor that is a socket, and was not closed meanwhile. */
function inodeOf(path: string): readonly string[] {
  try {
    return /^socket:\[(\d+)\]$/.exec(readlinkSync(path))?.slice(1) ?? []
  } catch {
    return []
  }
}

/** proc_net_tcp(5): local address and port, remote ones, state (0A listens), …, and the inode as the tenth. */
function inodesAt(table: string, port: number): readonly string[] {
  const ending = `:${port.toString(16).toUpperCase().padStart(4, '0')}`
  const rows = readFileSync(table, 'utf8').trim().split('\n').slice(1)
  return rows.flatMap((row) => {
    const fields = row.trim().split(/\s+/)
    const [, local = '', , state] = fields
    return local.endsWith(ending) && state !== '0A' ? fields.slice(9, 10) : []
  })
}
