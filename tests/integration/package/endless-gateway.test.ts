import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { countersignFetch } from '#shared/package/countersign-fetch.ts'
import { createGatewayClient } from '../../../server/commands/proxy/gateway-client.ts'
import { untilEnd } from '../../support/until-end.ts'
import { makeExchange } from '../../support/receipts/make-exchange.ts'
import { startTestUpstream } from '../../support/peers/test-upstream.ts'
import { verify } from '../../support/receipts/verify-file.ts'

let status = 200
/** What it serves does not end, whatever it was asked for. */
const gateway = await untilEnd(
  startTestUpstream((response) => {
    response.writeHead(status, { 'content-type': 'application/json' })
    pour(response)
  }),
)

/** As fast as it is taken, for ever. */
function pour(response: ServerResponse): void {
  const more = () => {
    while (!response.destroyed && response.write(' '.repeat(65_536)));
  }
  response.on('drain', more)
  more()
}

const client = () => createGatewayClient({ gatewayUrl: gateway.baseUrl, key: null })

test.each([
  ['the list of models', () => client().modelList()],
  ['the signers', () => client().signers()],
  ['the key of an enclave', () => client().keyOffer('m', '00'.repeat(32), null)],
])('the proxy does not read %s without an end', async (_, read) => {
  const asked = gateway.next()
  await expect(read()).rejects.toMatchObject({ name: 'ExchangeRefused' })
  await (
    await asked
  ).aborted
})

test('the fetch of the package does not read a list of models without an end', async () => {
  const asked = gateway.next()
  const list = countersignFetch({ gateway: gateway.baseUrl, atLeast: 'tee' })
  await expect(list(`${gateway.baseUrl}/v1/models`)).rejects.toMatchObject({
    code: 'upstream_error',
  })
  await (
    await asked
  ).aborted
})

test.each([200, 502])(
  'the proxy does not hold a buffered answer of status %i without an end',
  async (answered) => {
    status = answered
    const asked = gateway.next()
    const relayed = client().whileConnected(new AbortController().signal, 'buffered')
    const { body } = await relayed.relay(makeExchange().sealed)
    const read = async () => {
      for await (const _piece of body);
    }
    await expect(read()).rejects.toMatchObject({ name: 'ExchangeRefused' })
    await (
      await asked
    ).aborted
    status = 200
  },
)

test('the command that verifies does not read signers without an end', async () => {
  const file = join(import.meta.dirname, '../../vectors/receipt.countersign.json')
  expect(await verify(file, '--gateway', gateway.baseUrl)).toMatchObject({ code: 3 })
})
