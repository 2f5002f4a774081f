/** For `vi.waitFor` and `vi.waitUntil`, which else give up after a second: a busy machine takes longer. */
export const patient = { timeout: 60_000 } as const
