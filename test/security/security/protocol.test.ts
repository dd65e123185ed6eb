import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSteadyState, type SteadyState } from '../hostile/steady-state.ts'
import { type Sandbox, startSandbox } from '@giftcards/test-harness'

let sandbox: Sandbox
let state: SteadyState
beforeAll(async () => {
  sandbox = await startSandbox()
  state = await openSteadyState(sandbox)
})
afterAll(() => sandbox.close())

/** Writes bytes over one connection and gives everything that comes back until the server closes it. */
function exchange(bytes: string): Promise<string> {
  const { hostname, port } = new URL(sandbox.url)
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port) }, () => socket.write(bytes, 'latin1'))
    let received = ''
    socket.setEncoding('utf8').on('data', (text: string) => (received += text))
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(received))
  })
}

const statusesOf = (received: string): readonly number[] =>
  [...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))

const usual = (): readonly string[] => [
  'host: a',
  ...state.headers.map(([name, value]) => `${name}: ${value}`),
]
const request = (line: string, lines: readonly string[], body = ''): string =>
  [line, ...usual(), ...lines, '', body].join('\r\n')

/** A request that would remove a card, hidden in another one. */
function hidden(): string {
  const { cartId, cardId } = state.pathOf('removeCard')
  return request(`DELETE /v3/carts/${cartId}/cards/${cardId} HTTP/1.1`, ['connection: close'])
}

describe('a request hidden in another', () => {
  const post = 'POST /v3/carts HTTP/1.1'
  const json = 'content-type: application/json'
  it.each<[string, () => string]>([
    [
      'behind a length that a chunk size contradicts',
      () => request(post, [json, 'content-length: 4', 'transfer-encoding: chunked'], `0\r\n\r\n${hidden()}`),
    ],
    [
      'behind a chunk size that a length contradicts',
      () => request(post, [json, 'transfer-encoding: chunked', 'content-length: 0'], `0\r\n\r\n${hidden()}`),
    ],
    [
      'behind two lengths',
      () => request(post, [json, 'content-length: 0', `content-length: ${hidden().length}`], hidden()),
    ],
    [
      'behind a list of lengths',
      () => request(post, [json, `content-length: 0, ${hidden().length}`], hidden()),
    ],
    ['behind a length with a sign', () => request(post, [json, 'content-length: +0'], hidden())],
    ['behind a length in hexadecimal', () => request(post, [json, 'content-length: 0x0'], hidden())],
    [
      'behind a coding before the name of which is a blank',
      () => request(post, [json, 'transfer-encoding : chunked'], `0\r\n\r\n${hidden()}`),
    ],
    [
      'behind a coding that is another',
      () => request(post, [json, 'transfer-encoding: xchunked'], `0\r\n\r\n${hidden()}`),
    ],
    [
      'behind a coding that is not the last',
      () => request(post, [json, 'transfer-encoding: chunked, identity'], `0\r\n\r\n${hidden()}`),
    ],
    [
      'behind two codings',
      () =>
        request(
          post,
          [json, 'transfer-encoding: chunked', 'transfer-encoding: identity'],
          `0\r\n\r\n${hidden()}`,
        ),
    ],
    ['behind a bare line feed in a header', () => request(post, [`x-a: b\ncontent-length: 0`], hidden())],
    [
      'behind a bare carriage return in a header',
      () => request(post, [`x-a: b\rcontent-length: 0`], hidden()),
    ],
    [
      'behind a chunk extension with a line feed',
      () => request(post, [json, 'transfer-encoding: chunked'], `1;a\nb\r\n{\r\n0\r\n\r\n${hidden()}`),
    ],
    [
      'behind a chunk size too large',
      () => request(post, [json, 'transfer-encoding: chunked'], `fffffffffffffffff\r\n${hidden()}`),
    ],
  ])('%s is not carried out', async (_where, bytes) => {
    const before = await state.snapshot()
    const statuses = statusesOf(await exchange(bytes()))
    // The connection is at an end: nothing on it can be trusted any more.
    expect(statuses).toHaveLength(1)
    expect(statuses[0]).toBe(400)
    expect(await state.snapshot()).toStrictEqual(before)
  })

  it('in the body of an operation without one is its body', async () => {
    const before = await state.snapshot()
    const body = hidden()
    const { cartId } = state.pathOf('removeCoupon')
    const line = `DELETE /v3/carts/${cartId}/coupons/NONE HTTP/1.1`
    const received = await exchange(
      request(line, [`content-length: ${body.length}`, 'connection: close'], body),
    )
    expect(statusesOf(received)).toStrictEqual([400])
    expect(await state.snapshot()).toStrictEqual(before)
  })
})

const one = (id: string, line: string, lines: readonly string[] = []) =>
  request(line, [`x-request-id: ${id}`, ...lines])

describe('requests sent without waiting', () => {
  it('are answered in their order, each for itself', async () => {
    const received = await exchange(
      [
        one('first', 'GET /v3/customers/drawdown-account HTTP/1.1'),
        one('second', 'GET /v3/nowhere HTTP/1.1'),
        one('third', 'GET /healthz HTTP/1.1'),
        one('fourth', 'GET /v3/customers/drawdown-account HTTP/1.1', ['connection: close']),
      ].join(''),
    )
    expect(statusesOf(received)).toStrictEqual([200, 404, 200, 200])
    const ids = [...received.matchAll(/^x-request-id: (\w+)/gim)].map(([, id]) => id)
    expect(ids).toStrictEqual(['first', 'second', 'third', 'fourth'])
  })

  it('are answered up to the one that is no request, and no further', async () => {
    const good = request('GET /healthz HTTP/1.1', [])
    const statuses = statusesOf(await exchange(`${good}${good}nonsense\r\n\r\n${good}`))
    // The client gets a response if no earlier request is still in progress. The connection ends in any case.
    const answered = statuses.at(-1) === 400 ? statuses.slice(0, -1) : statuses
    expect(answered.length).toBeLessThanOrEqual(2)
    expect(answered.every((status) => status === 200)).toBe(true)
  })
})
