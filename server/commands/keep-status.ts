/** Whoever has read enough, as `head` does, closes the pipe: the command's status says its outcome all the same. */
export function keepStatus(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
}
