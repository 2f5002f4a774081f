/**
 * For servers of tests: no connection that is not in use is closed after a while. On a busy machine that would be
 * just when it is used again, and whoever asks would be told that nobody can be reached.
 */
export const keepConnections = { keepAliveTimeout: 0 } as const
