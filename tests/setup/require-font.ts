import { spawnSync } from 'node:child_process'

/** Chromium ends where it is to draw and there is no font at all: that is said once, before the first test. */
export function setup(): void {
  const { stdout, error } = spawnSync('fc-list', { encoding: 'utf8' })
  if (error === undefined && stdout.trim() === '') {
    throw new Error('No font here, and Chromium ends without one: install fonts-liberation')
  }
}
