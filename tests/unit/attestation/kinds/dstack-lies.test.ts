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
      'the key that signs',
      (it) => {
        it.signing_address = flippedHex(it.signing_address, 0)
      },
      ['keys.address', 'keys.ohttp', 'quote.report-data'],
    ],
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
      'that a connection is named',
      (it) => {
        delete it.tls_cert_fingerprint
      },
      ['document.format'],
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
      'an event of the firmware',
      (it) => {
        it.event_log[0].digest = flippedHex(it.event_log[0].digest, 0)
      },
      ['measurement.firmware-log'],
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
      'the GPUs, for those of another machine',
      (it) => {
        it.nvidia_payload = open(venice).nvidia_payload
      },
      ['nvidia.nonce'],
    ],
    [
      'that there are GPUs',
      (it) => {
        delete it.nvidia_payload
      },
      ['nvidia.format'],
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

  test('a report for another nonce, or met on another connection, is refused', () => {
    const { document } = changed(near, () => {}).evidence ?? {}
    const judge = (evidence: object) =>
      judgeChanged(near, ['near-direct', null], {
        evidence: { ...evidence, ...(document ? { document } : {}) },
      }).failed
    expect(judge({ nonce: '11'.repeat(32) })).toEqual([
      'nvidia.nonce',
      'quote.report-data',
      'quote.report-data (manager)',
    ])
    expect(judge({ peer: '22'.repeat(32) })).toEqual(['channel.peer'])
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
      'the key that is encrypted to',
      (it) => {
        it.signing_public_key = `04${flippedHex(it.signing_public_key.slice(2), 0)}`
      },
      ['keys.address'],
    ],
    [
      'whose nonce it is',
      (it) => {
        it.nonce_source = 'server'
      },
      ['nonce.source'],
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

  test('a report without its key proves no key', () => {
    const without = changed(venice, (it) => {
      delete it.signing_public_key
    })
    expect(judgeChanged(venice, ['venice', null], without)).toEqual({
      failed: [],
      kind: 'incomplete',
    })
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

  const ofOther = (member: string) => (evidence: Open) => {
    evidence[0][member] = evidence[1][member]
  }

  test.each<[string, (evidence: Open, instances: Open) => void, readonly string[]]>([
    ['nothing', () => {}, []],
    [
      'its key, for that of another instance',
      (_evidence, instances) => {
        instances[0].e2e_pubkey = instances[1].e2e_pubkey
      },
      ['nvidia.nonce', 'quote.report-data'],
    ],
    [
      'its certificate, for that of another instance',
      ofOther('certificate'),
      ['quote.report-data'],
    ],
    ['its GPU, for one of another instance', ofOther('gpu_evidence'), ['nvidia.nonce']],
    ['its quote, for that of another instance', ofOther('quote'), ['quote.report-data']],
  ])('an instance of Chutes with %s changed is refused by name', (_name, change, expected) => {
    const { failed } = judgeChanged(chutes, ['chutes', null], oneInstance(change))
    expect(failed).toEqual(expected.map((id) => `${id} (${first})`))
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
