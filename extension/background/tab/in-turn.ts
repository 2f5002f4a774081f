const last = new Map<string, Promise<unknown>>()

/**
 * Does one step of a name after the other, each once the one before it ended, however that ended. One worker has all of
 * them: a lock of the browser, which is asked for in another process, would hold off other workers that there are none of.
 */
export function inTurn<Result>(name: string, step: () => Promise<Result>): Promise<Result> {
  const done = (last.get(name) ?? Promise.resolve()).then(step)
  const ended = done.then(ignore, ignore)
  last.set(name, ended)
  void ended.then(() => {
    if (last.get(name) === ended) last.delete(name)
  })
  return done
}

function ignore(): void {}
