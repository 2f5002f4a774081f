import type { Openings } from '#shared/judge/judge-subject.ts'

/** The page does not ask what a trait stands for: a name that is not the signed one is said to be not checked. */
export function askedOf(name: string | null): Pick<Openings, 'asked'> {
  return name === null ? {} : { asked: { name, traits: null, listed: 'later' } }
}
