import type { ChildProcess } from 'node:child_process'

/** Waits until a program prints a text. @throws {Error} with all that it printed, when it ends before */
export async function untilPrinted(child: ChildProcess, text: string): Promise<void> {
  let printed = ''
  await new Promise<void>((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      printed += chunk.toString('utf8')
      if (printed.includes(text)) resolve()
    }
    child.stdout?.on('data', hear)
    child.stderr?.on('data', hear)
    child.once('exit', (code) => reject(new Error(`the program ended with ${code}: ${printed}`)))
  })
}
