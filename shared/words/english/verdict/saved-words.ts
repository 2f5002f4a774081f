/** How a program may have written an answer anew before somebody saved it. */
export const savedWords = {
  withoutNull: (members: string) => `without the null of ${members}`,
  without: (members: string) => `without ${members}`,
  read: (parts: string) => `read ${parts}, since a program wrote the answer anew`,
} as const
