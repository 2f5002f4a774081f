import { answerStates } from '#shared/judge/state/answer-state.ts'
import { exitStatusOf, lookOf } from '#shared/judge/state/look-of.ts'

const exitLines = ([0, 1, 2, 3] as const)
  .map((status) => {
    const states = answerStates.filter((state) => exitStatusOf(state, null) === status)
    return `  ${status}  ${states.map((state) => lookOf(state).label).join(', ')}`
  })
  .join('\n')

export const verifyHelp = `npm run verify -- <file> [options]

  <file>                a receipt, an answer with svc, an SSE transcript, {"request", "response"},
                        a disclosure, an export of the extension, or JSON lines of these; - reads
                        stdin. An answer also as model_dump_json() writes it
  --gateway <url>       the gateway that must have signed; its signers are read from /api/limits
  --signer <address>    the address that must have signed, as you know it from elsewhere
  --answer <number>     of a file with several answers this one alone, with all that is said of it;
                        without it each is judged by itself, with a line that says how it ended
  --messages <file>     the messages of the request, or the request itself, as JSON; then its
                        model must be the one that was signed
  --prompt-salt <hex>   the salt of the prompt, where the file does not hold it
  --evidence <file>     what the enclave showed of itself, as /verify saves it
  --reference-values <file>  what a hardware enclave must measure to, from somebody who built its
                        software again; not from the gateway
  --development         count a simulated enclave, which proves nothing about hardware
  --require question,answer  what the file must hold; what is left out counts as not checked
  --verbose             print each check below the verdict
  --explain             the same, with what each check computed from what, and the exact bytes
  --json                read {"file", "limits"?, "messages"?, "model"?, "prompt_salt"?, "evidence"?,
                        "reference_values"?} and write what was found as JSON

Exit status, by what is said of the answer:
${exitLines}
  A simulation is 0 with --development, where nothing else is missing. Of several answers it is
  that of each where all have the same, else 1 where one failed, and 2.`
