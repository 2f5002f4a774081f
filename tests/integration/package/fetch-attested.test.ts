import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { appCompose } from '../../../server/demo/enclave/hardware/app-compose.ts'
import { simulationReferenceValues } from '../../../server/demo/enclave/make-enclave.ts'
import { kmsRootScalar } from '../../../server/demo/enclave/start-simulator.ts'
import { untilEnd } from '../../support/until-end.ts'
import { packageBefore, refusalOf } from '../../support/requests/countersign-requests.ts'
import { startEnclave } from '../../support/enclave/start-enclave.ts'

// Answers in mode tee through the fetch of the package, which judges the enclave's evidence itself.

test('ten answers of two replicas cost a quote for each replica, and each answer is verified', async () => {
  const { simulator, gateway } = await untilEnd(
    startEnclave({ replicas: 2, keys: 'own', serving: 'aggregator' }),
  )
  let headers = new Headers()
  const { ask, verdicts } = packageBefore(gateway.baseUrl, {
    atLeast: 'tee',
    fetch(url, init) {
      if (init?.method === 'POST') headers = new Headers(init.headers)
      return fetch(url, init)
    },
  })
  await ask()
  // No weaker route is shown the question, and nothing unproven leaves the gateway.
  expect(headers.get('x-svc-shown-mode')).toBe('tee')
  expect(headers.get('x-svc-release')).toBe('proven')
  const before = simulator.counts.attestation
  for (let count = 1; count < 10; count += 1) expect((await ask()).status).toBe(200)
  expect(verdicts.filter(({ outcome }) => outcome === 'returned')).toHaveLength(10)
  // The request has settings of its own, which the gateway claims to have passed on.
  const { notEstablished } = verdicts.at(-1) ?? {}
  expect(notEstablished?.filter((line) => line.includes('settings'))).toEqual([
    'That the model got your settings (max_tokens): the receipt does not cover them.',
  ])
  // Whichever replicas were met first: the gateway and the package ask each once.
  expect(simulator.counts.attestation - before).toBeLessThanOrEqual(4)
})

test('reference values that are given hold for a simulated enclave, too', async () => {
  const compose = appCompose('other')
  const hashes = [createHash('sha256').update(compose).digest('hex')]
  const referenceValues = {
    ...simulationReferenceValues({ rootScalar: kmsRootScalar }),
    compose_hashes: hashes,
    direct_compose_hashes: hashes,
  }
  const ofUpstream = { reference_values: referenceValues }
  const { gateway } = await untilEnd(startEnclave({ plan: { compose } }, {}, ofUpstream))
  for (const atLeast of ['tee', 'e2ee'] as const) {
    const pinned = packageBefore(gateway.baseUrl, { atLeast, referenceValues })
    expect((await pinned.ask()).status).toBe(200)
    const { checks } = await refusalOf(packageBefore(gateway.baseUrl, { atLeast }).ask())
    expect(checks).toContain('policy.compose')
  }
})
