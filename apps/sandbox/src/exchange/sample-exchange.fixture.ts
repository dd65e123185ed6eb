import { sampleRequest } from '../watch/sample-snapshot.fixture.ts'
import type { Exchange } from '../watch/sandbox-data.ts'

/** A logged checkout. */
export function sampleExchange(more: Partial<Exchange['request']> & Partial<Exchange> = {}): Exchange {
  const { headers, body, ...rest } = more
  return {
    entry: sampleRequest('a', { path: '/v3/orders' }),
    path: '/v3/orders',
    query: [{ name: 'checkout', value: 'condensed' }],
    request: {
      headers: headers ?? [
        { name: 'host', value: '127.0.0.1:3000' },
        { name: 'user-agent', value: 'shop/1' },
        { name: 'accept', value: '*/*' },
        { name: 'x-cc-app', value: 'demo-app' },
        { name: 'authorization', value: 'Bearer ***' },
        { name: 'cookie', value: '***' },
        { name: 'content-type', value: 'application/json' },
        { name: 'content-length', value: '20' },
      ],
      body: body === undefined ? sampleBody('{"action":"buy"}') : body,
    },
    response: { headers: [], body: null },
    canReplay: true,
    ...rest,
  }
}

/** A JSON body, with the given changes. */
export function sampleBody(text: string, more: Partial<Exchange['request']['body']> = {}) {
  return { bytes: text.length, isJson: true, isCut: false, text, ...more }
}
