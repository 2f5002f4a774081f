import { expect, test } from 'vitest'
import { parsePemChain } from '#shared/attestation/certificates/parse-pem-chain.ts'
import { makeSimulationPki } from '../../../../server/demo/enclave/hardware/simulation-pki.ts'

const { tcbChainPem: chain } = await makeSimulationPki(new Date())

test('the lines of a PEM text end in LF or CRLF, and none or several stand around a certificate', () => {
  const read = parsePemChain(chain)
  expect(read).toHaveLength(2)
  for (const text of [chain.replaceAll('\n', '\r\n'), `\n${chain}\r\n\n`, chain.trimEnd()]) {
    expect(parsePemChain(text)).toEqual(read)
  }
})

test.each([
  ['a space', ' '],
  ['a tab', '\t'],
  ['a vertical tab', '\v'],
  ['a form feed', '\f'],
  ['a no-break space', '\u00A0'],
  ['a line separator', '\u2028'],
  ['a byte order mark', '\uFEFF'],
])('%s in a PEM text is refused, wherever it stands', (_name, blank) => {
  const inside = chain.replace(/^MII/m, `MII${blank}`)
  const between = chain.replace('-----END CERTIFICATE-----', `$&${blank}`)
  for (const text of [inside, between, blank + chain, chain + blank]) {
    expect(() => parsePemChain(text)).toThrow(
      expect.objectContaining({ code: 'CERTIFICATE_MALFORMED' }),
    )
  }
})
