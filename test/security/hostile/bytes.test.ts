import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Sandbox, startSandbox } from '@giftcards/test-harness'
import { refusalProblems } from './refusal-problems.ts'
import { sendBytes } from './send-bytes.ts'
import { openSteadyState, type SteadyState } from './steady-state.ts'

let sandbox: Sandbox
let state: SteadyState
beforeAll(async () => {
  sandbox = await startSandbox()
  state = await openSteadyState(sandbox)
})
afterAll(() => sandbox.close())

/** A request that would remove a card, with these lines between its headers and these bytes behind them. */
function request(line: string, lines: readonly string[] = [], body = ''): string {
  const { cartId, cardId } = state.pathOf('removeCard')
  const usual = ['host: localhost', ...state.headers.map(([name, value]) => `${name}: ${value}`)]
  const start = line.replace('CARD', `/v3/carts/${cartId}/cards/${cardId}`)
  return [start, ...usual, ...lines, 'connection: close', '', body].join('\r\n')
}

describe('bytes that are no good HTTP', () => {
  it.each([
    ['a garbled start', () => 'nonsense\r\n\r\n'],
    ['an unknown method', () => request('FROBNICATE CARD HTTP/1.1')],
    ['an unknown version', () => request('DELETE CARD HTTP/9.9')],
    ['a blank in the path', () => request('DELETE CARD x HTTP/1.1')],
    ['raw bytes in the path', () => request('DELETE CARD\u00c3\u00a9 HTTP/1.1')],
    ['a null in the path', () => request('DELETE CARD\u0000 HTTP/1.1')],
    ['a null in a header', () => request('DELETE CARD HTTP/1.1', ['x-odd: a\u0000b'])],
    ['a header without a name', () => request('DELETE CARD HTTP/1.1', [': x'])],
    ['a header with a blank name', () => request('DELETE CARD HTTP/1.1', ['x odd: y'])],
    ['a folded header', () => request('DELETE CARD HTTP/1.1', ['x-odd: a', ' b'])],
    ['two lengths', () => request('DELETE CARD HTTP/1.1', ['content-length: 1', 'content-length: 2'], 'xx')],
    ['a negative length', () => request('DELETE CARD HTTP/1.1', ['content-length: -1'])],
    [
      'a length beside chunks',
      () => request('DELETE CARD HTTP/1.1', ['content-length: 4', 'transfer-encoding: chunked'], '0\r\n\r\n'),
    ],
    [
      'a chunk size that is none',
      () =>
        request(
          'POST /v3/carts HTTP/1.1',
          ['content-type: application/json', 'transfer-encoding: chunked'],
          'zz\r\n{}\r\n0\r\n\r\n',
        ),
    ],
    [
      'an unknown transfer encoding',
      () => request('DELETE CARD HTTP/1.1', ['transfer-encoding: rot13'], 'x'),
    ],
    ['a tunnel', () => request('CONNECT example.com:443 HTTP/1.1')],
    ['another host’s path', () => request('DELETE http://example.com/v3/nowhere HTTP/1.1')],
  ])('are refused with one message: %s', async (_what, bytes) => {
    const before = await state.snapshot()
    const answer = await sendBytes(sandbox.url, bytes())
    expect(refusalProblems(answer)).toStrictEqual([])
    expect(await state.snapshot()).toStrictEqual(before)
  })
})
