import { execFileSync } from 'node:child_process'
import { readFileSync, readdirSync } from 'node:fs'

// Linux only: /proc is where a process tells what it took of the processor.

const ticksPerSecond = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))

/**
 * Seconds of processor time that a process, its threads and all its descendants have taken so far, user and
 * system together; those of children that have ended are counted where their parent waited for them.
 * @param counts whether a process counts, by its command line
 */
export function cpuSeconds(pid: number, counts = (_command: string) => true): number {
  let ticks = 0
  for (const each of treeOf(pid)) if (counts(commandOf(each))) ticks += ticksOf(each)
  return ticks / ticksPerSecond
}

/** The same of the children that this process has waited for. */
export function endedChildrenSeconds(): number {
  return ticksOf(process.pid, childFields) / ticksPerSecond
}

// proc(5): utime, stime, cutime and cstime are fields 14 to 17; the first of `statOf` is field 3.
const ownFields = [11, 12]
const childFields = [13, 14]

function ticksOf(pid: number, fields: readonly number[] = [...ownFields, ...childFields]): number {
  const stat = statOf(pid)
  return fields.reduce((sum, at) => sum + Number(stat[at] ?? 0), 0)
}

/** What stands behind the name, which may hold spaces and brackets; nothing of a process that has ended. */
function statOf(pid: number): readonly string[] {
  const stat = readOf(pid, 'stat')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

const commandOf = (pid: number) => readOf(pid, 'cmdline')

function readOf(pid: number, file: 'stat' | 'cmdline'): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}

function treeOf(root: number): readonly number[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ pid: Number(name), parent: Number(statOf(Number(name))[1]) }))
  const tree = [root]
  for (const each of tree) {
    tree.push(...parents.filter(({ parent }) => parent === each).map(({ pid }) => pid))
  }
  return tree
}

/** What all processes of the machine have taken so far, on all cores together. */
export function busySeconds(): number {
  const [, user, nice, system, , , irq, softirq] = readFileSync('/proc/stat', 'utf8').split(/ +/)
  const parts = [user, nice, system, irq, softirq].map(Number)
  return parts.reduce((sum, ticks) => sum + ticks, 0) / ticksPerSecond
}

export function residentMiB(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024
}
