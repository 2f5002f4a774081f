import { readFileSync, rmSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const placeOf = (folder: string) => join(folder, 'being-built')

/**
 * Says to every process that the packages in this folder are being built, until the returned function is called or
 * this process ends.
 */
export function markBeingBuilt(folder: string): () => void {
  const place = placeOf(folder)
  mkdirSync(dirname(place), { recursive: true })
  writeFileSync(place, `${process.pid}`)
  return () => rmSync(place, { force: true })
}

/** Whether a process that runs is building the packages in this folder. */
export function isBeingBuilt(folder: string): boolean {
  try {
    // Signal 0 only asks whether the process is there.
    return process.kill(Number(readFileSync(placeOf(folder), 'utf8')), 0)
  } catch {
    return false
  }
}
