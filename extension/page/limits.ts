/** Most characters of one message; a longer piece is cut by whoever sends it. */
export const partLimit = 256 * 1024

/** Longest request that is passed on, in characters. */
export const requestLimit = 8 * 1024 * 1024

/** Longest address that is passed on; of a longer one its beginning is. */
export const urlLimit = 4096

/** Most requests that a page may have taken over at the same time. */
export const mostEncrypting = 16
