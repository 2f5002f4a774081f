import type { Salt } from '#shared/commitment/salt.ts'
import type { Subject } from '#shared/document/subject.ts'

export interface Salts {
  readonly prompt: Salt | undefined
  readonly response: Salt | undefined
}

/** The salts that the file itself brings. */
export function saltsOf(subject: Subject): Salts {
  switch (subject.kind) {
    case 'receipt':
      return { prompt: undefined, response: undefined }
    case 'disclosure': {
      const { prompt, response } = subject.disclosure
      return { prompt: prompt?.salt, response: response?.salt }
    }
    case 'filed':
      return subject.answer.salts
    case 'svc':
    case 'answer':
    case 'transcript':
      return subject.svc.commitment_salts
  }
}
