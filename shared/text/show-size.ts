/** A limit as people read it, never more than it is: `20 MiB`, `1.4 MiB`, `16 KiB`. */
export function showSize(bytes: number): string {
  const [unit, size] = bytes >= mebibyte ? ['MiB', mebibyte] : ['KiB', 1024]
  return `${Math.floor((bytes * 10) / size) / 10} ${unit}`
}

const mebibyte = 1024 * 1024
