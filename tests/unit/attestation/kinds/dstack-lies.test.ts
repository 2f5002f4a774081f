import { describe, expect, test } from 'vitest'
import { hasRecordings, withoutRecordings } from '../../../support/providers/provider-recordings.ts'
import {
  documentOf,
  evidenceOf,
  flippedHex,
  judgeChanged,
  type Changes,
} from '../../../support/providers/judge-changed.ts'

const near = 'near-direct-2026-06-29'
const venice = 'venice-2026-06-10'

// Lies that simulated hosts tell, too, stand in `tests/support/providers/provider-lies.ts`.

describe.skipIf(!hasRecordings)(`lies of hosts with dstack${withoutRecordings}`, () => {
  // oxlint-disable-next-line typescript/no-explicit-any -- a document is changed wherever a test likes
  type Open = any
  const open = (recording: string) => JSON.parse(documentOf(recording)) as Open

  /** With one GPU of eight, so that it takes an eighth of the time: how many there are is bound by nothing. */
  function changed(recording: string, change: (document: Open) => void): Changes {
    const document = open(recording)
    const payload = JSON.parse(document.nvidia_payload)
    document.nvidia_payload = JSON.stringify({ evidence_list: payload.evidence_list.slice(0, 1) })
    change(document)
    return { evidence: { document: new TextEncoder().encode(JSON.stringify(document)) } }
  }

  test.each<[string, (document: Open) => void, readonly string[]]>([
    ['nothing', () => {}, []],
    [
      'the key beside the address',
      (it) => {
        it.signing_public_key = flippedHex(it.signing_public_key, 0)
      },
      ['keys.address'],
    ],
    [
      'the key of the connection',
      (it) => {
        it.tls_cert_fingerprint = flippedHex(it.tls_cert_fingerprint, 0)
      },
      ['channel.peer', 'quote.report-data'],
    ],
    [
      'the key for Oblivious HTTP',
      (it) => {
        it.ohttp_attestation.key_config = flippedHex(it.ohttp_attestation.key_config, 8)
      },
      ['keys.ohttp'],
    ],
    [
      'who signed the key for Oblivious HTTP',
      (it) => {
        it.ohttp_attestation.signing_key = flippedHex(it.ohttp_attestation.signing_key, 8)
      },
      ['keys.ohttp'],
    ],
    [
      'the compose file',
      (it) => {
        it.info.tcb_info.app_compose += ' '
      },
      ['measurement.compose', 'measurement.compose (manager)'],
    ],
    [
      'the payload of an event',
      (it) => {
        const event = it.event_log.find((each: Open) => each.event === 'compose-hash')
        event.event_payload = flippedHex(event.event_payload, 0)
      },
      ['measurement.compose', 'measurement.events', 'measurement.mrconfigid', 'measurement.rtmr3'],
    ],
    [
      'that an event is there',
      (it) => it.event_log.pop(),
      ['measurement.boot-events', 'measurement.rtmr3'],
    ],
    [
      'the list of what the manager started',
      (it) => {
        it.compose_manager_attestation.actions_hash = flippedHex(
          it.compose_manager_attestation.actions_hash,
          0,
        )
      },
      ['quote.report-data (manager)'],
    ],
    [
      'the quote of the manager, for that of the host',
      (it) => {
        it.compose_manager_attestation.quote = it.intel_quote
      },
      ['quote.report-data (manager)'],
    ],
    [
      'a bit of MRTD',
      (it) => {
        it.intel_quote = flippedHex(it.intel_quote, 48 + 136)
      },
      ['manager.machine (manager)', 'quote.signature'],
    ],
    [
      'the quote, for that of another day',
      (it) => {
        it.intel_quote = open('near-direct-2026-04-24').intel_quote
      },
      [
        'manager.machine (manager)',
        'measurement.firmware-log',
        'measurement.mrconfigid',
        'measurement.rtmr3',
        'quote.report-data',
      ],
    ],
    [
      'a quote, for something that is none',
      (it) => {
        it.intel_quote = '00'
      },
      ['document.format'],
    ],
  ])('a report of NEAR with %s changed is refused by name', (_name, change, expected) => {
    const { failed } = judgeChanged(near, ['near-direct', null], changed(near, change))
    expect(failed).toEqual(expected)
  })

  test.each<[string, (document: Open) => void, readonly string[]]>([
    ['nothing', () => {}, []],
    [
      'the address',
      (it) => {
        it.signing_address = `0x${flippedHex(it.signing_address.slice(2), 0)}`
      },
      ['keys.address', 'quote.report-data'],
    ],
    [
      'that it says whose nonce it is',
      (it) => {
        delete it.nonce_source
      },
      ['document.format'],
    ],
  ])('a report of Venice with %s changed is refused by name', (_name, change, expected) => {
    expect(judgeChanged(venice, ['venice', null], changed(venice, change)).failed).toEqual(expected)
  })

  test('a report in order on a key of the other curve attests nothing that Venice’s clients use', () => {
    const onEd25519 = changed(near, (it) => {
      it.nonce_source = 'client'
    })
    expect(judgeChanged(near, ['venice', null], onEd25519).failed).toContain('keys.address')
  })

  test('a report of one kind is none of another', () => {
    expect(judgeChanged(near, ['near-cloud', null], {}).failed).toEqual(['document.format'])
    expect(judgeChanged(near, ['venice', null], {}).failed).toEqual(['document.format'])
    expect(judgeChanged(venice, ['near-direct', null], {}).failed).toEqual(['document.format'])
    expect(judgeChanged(near, ['tinfoil-direct', 'a/b'], {}).failed).toEqual(['document.format'])
    expect(judgeChanged(near, ['chutes', null], {}).failed).toEqual(['document.format'])
  })

  const chutes = 'chutes-2026-06-29'
  const first = 'instance 3ff90a0d-1f52-4800-b313-dbf3d7c26839'

  /** Of two instances the first alone, with one GPU. */
  function oneInstance(change: (evidence: Open, instances: Open) => void): Changes {
    const document = open(chutes)
    document.evidence = document.evidence.map((row: Open) => ({
      ...row,
      gpu_evidence: row.gpu_evidence.slice(0, 1),
    }))
    const listed = JSON.parse(
      new TextDecoder().decode(evidenceOf(chutes).instances ?? new Uint8Array()),
    ) as Open
    change(document.evidence, listed.instances)
    document.evidence.length = 1
    const bytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value))
    return { evidence: { document: bytes(document), instances: bytes(listed) } }
  }

  test('a true instance of Chutes is in order, and with the quote of another one it is refused', () => {
    const judge = (changes: Changes) => judgeChanged(chutes, ['chutes', null], changes).failed
    expect(judge(oneInstance(() => {}))).toEqual([])
    const ofOther = oneInstance((evidence) => {
      evidence[0].quote = evidence[1].quote
    })
    expect(judge(ofOther)).toEqual([`quote.report-data (${first})`])
  })

  test('an instance whose key was not listed is not proven, and another nonce is refused', () => {
    const unlisted = oneInstance((_evidence, instances) => instances.shift())
    expect(judgeChanged(chutes, ['chutes', null], unlisted)).toEqual({
      failed: [],
      kind: 'incomplete',
    })
    const { evidence } = oneInstance(() => {})
    const late = { evidence: { ...evidence, nonce: '11'.repeat(32) } }
    expect(judgeChanged(chutes, ['chutes', null], late).failed).toEqual([
      `nvidia.nonce (${first})`,
      `quote.report-data (${first})`,
    ])
    const none = { evidence: { ...evidence, instances: null } }
    expect(judgeChanged(chutes, ['chutes', null], none).failed).toEqual(['document.format'])
  })
})
