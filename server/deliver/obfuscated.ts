import type { AnswerForm } from './answer-form.ts'
import { createEventPadding } from './pad-events.ts'
import type { StreamOutput } from './relay-stream.ts'
import type { StreamReading } from './stream-reading.ts'

/**
 * The same for one stream, whose events leave longer than they came (FORMAT.md section 4.5): what is read, held and
 * proven are the upstream's own, and only as they leave something is added. `svc` stands behind it.
 */
export function obfuscated(
  form: AnswerForm,
  output: StreamOutput,
): { readonly form: AnswerForm; readonly output: StreamOutput } {
  let reading: StreamReading | null = null
  const padding = createEventPadding(() => reading?.hasOwnObfuscation() === true)
  return {
    form: {
      ...form,
      stream(tally) {
        reading = form.stream(tally)
        return reading
      },
      spliceSvc: (event, svcText) => form.spliceSvc(padding.one(event), svcText),
    },
    output: {
      ...output,
      write: (bytes) => output.write(padding.all(bytes)),
    },
  }
}
