/** Most characters of one message; a longer piece is cut by whoever sends it. */
export const partLimit = 256 * 1024
