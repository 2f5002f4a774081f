import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writePng } from './write-png.ts'

const server = '/usr/bin/Xvfb'
const hand = '/usr/bin/xdotool'

/** Whether a browser can be shown here, and its own windows be answered. */
export const hasScreen = [server, hand].every((program) => existsSync(program))

export interface Screen {
  /** As `DISPLAY` wants it. */
  readonly display: string
  readonly width: number
  readonly height: number
  /** Presses keys as a person at the keyboard does, in the window that has the focus. */
  press(...keys: readonly string[]): void
  /** What a person sees at one point: 0 for black to 255 for white. */
  brightness(x: number, y: number): number
  /** Everything that a person sees; the same for the same. */
  picture(): string
  /** Keeps what a person sees now as a PNG. */
  shoot(path: string): void
  close(): void
}

/** A screen that nobody sees, with a keyboard. */
export async function startScreen(): Promise<Screen> {
  const [width, height] = [1000, 800]
  const folder = mkdtempSync(join(tmpdir(), 'countersign-screen-'))
  const size = `${width}x${height}x24`
  const child = spawn(
    server,
    ['-displayfd', '3', '-screen', '0', size, '-nolisten', 'tcp', '-fbdir', folder],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
  )
  const display = await new Promise<string>((resolve, reject) => {
    child.stdio[3]?.once('data', (told: Buffer) => resolve(`:${told.toString().trim()}`))
    child.once('exit', () => reject(new Error('there is no screen to be had')))
  })
  const read = () => readFileSync(join(folder, 'Xvfb_screen0'))
  return {
    display,
    width,
    height,
    press(...keys) {
      execFileSync(hand, ['key', '--delay', '100', ...keys], {
        env: { ...process.env, DISPLAY: display },
      })
    },
    picture: () => createHash('sha256').update(read()).digest('hex'),
    brightness(x, y) {
      const image = read()
      const at = pixelAt(image, x, y)
      return Math.max(...image.subarray(at, at + 3))
    },
    shoot(path) {
      const image = read()
      const rgb = new Uint8Array(width * height * 3)
      for (let y = 0; y < height; y += 1) {
        for (let x = 0; x < width; x += 1) {
          const at = pixelAt(image, x, y)
          rgb.set([image[at + 2] ?? 0, image[at + 1] ?? 0, image[at] ?? 0], (y * width + x) * 3)
        }
      }
      writePng(path, { width, height, rgb })
    },
    close() {
      child.kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** XWD: a header of its own length, then colours of 12 bytes, then lines of blue, green, red and one more. */
function pixelAt(image: Buffer, x: number, y: number): number {
  const lines = image.readUInt32BE(0) + image.readUInt32BE(19 * 4) * 12
  return lines + y * image.readUInt32BE(12 * 4) + x * 4
}
