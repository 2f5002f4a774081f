// How a program may have written an answer anew before somebody saved it.

export const withoutNull = (members: string) => `without the null of ${members}`
export const without = (members: string) => `without ${members}`
export const read = (parts: string) => `read ${parts}, since a program wrote the answer anew`
