import { removeSvcFromJson, removeSvcFromTranscript } from '#shared/svc/remove-svc.ts'

/** A vector's file as an upstream would have sent it. */
export function withoutSvc(file: unknown): string {
  const bytes = Buffer.from(typeof file === 'string' ? file : JSON.stringify(file, null, 1))
  const remove = typeof file === 'string' ? removeSvcFromTranscript : removeSvcFromJson
  return Buffer.from(remove(bytes).bytes).toString('utf8')
}
