import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Sandbox, startSandbox } from '@giftcards/test-harness'
import { exchangeBytes, openConnection, sendBytes, statusesIn } from '../attacks/raw-connection.ts'
import { refusalProblems } from './refusal-problems.ts'
import { openSteadyState, type SteadyState } from './steady-state.ts'

let sandbox: Sandbox
let state: SteadyState
let before: unknown
beforeAll(async () => {
  sandbox = await startSandbox()
  state = await openSteadyState(sandbox)
  before = await state.snapshot()
})
afterAll(() => sandbox.close())

/** Returns the bytes of a request with valid credentials. CARD is replaced with the path of a card that DELETE would remove. */
function request(
  line: string,
  lines: readonly string[] = [],
  body = '',
  host: readonly string[] = ['host: a'],
) {
  const { cartId, cardId } = state.pathOf('removeCard')
  const usual = [...host, ...state.headers.map(([name, value]) => `${name}: ${value}`)]
  const start = line.replace('CARD', `/v3/carts/${cartId}/cards/${cardId}`)
  return [start, ...usual, ...lines, '', body].join('\r\n')
}

/** Returns the same request, after which the server closes the connection. */
const last = (line: string, lines: readonly string[] = [], body = '', host?: readonly string[]): string =>
  request(line, [...lines, 'connection: close'], body, host)

const post = 'POST /v3/carts HTTP/1.1'
const remove = 'DELETE CARD HTTP/1.1'
const json = 'content-type: application/json'
const chunked = 'transfer-encoding: chunked'

describe('a request that nobody can read', () => {
  it.each<[string, () => string, readonly number[]]>([
    ['an address without an end', () => last('GET http://[ HTTP/1.1'), [400, 404]],
    ['an address of a port that is none', () => last('GET http://a:99999/v3/nowhere HTTP/1.1'), [400, 404]],
    ['the path of another host', () => last('DELETE http://example.com/v3/nowhere HTTP/1.1'), [404]],
    ['slashes alone', () => last('GET // HTTP/1.1'), [400, 404]],
    ['a star', () => last('GET * HTTP/1.1'), [400, 404]],
    ['OPTIONS of a star', () => last('OPTIONS * HTTP/1.1'), [400, 404]],
    ['no path', () => last('GET  HTTP/1.1'), [400]],
    ['a path without a slash', () => last('GET nowhere HTTP/1.1'), [400, 404]],
    ['a blank in the path', () => last('DELETE CARD x HTTP/1.1'), [400]],
    ['raw bytes in the path', () => last('DELETE CARD\u00c3\u00a9 HTTP/1.1'), [400]],
    ['a null in the path', () => last('DELETE CARD\u0000 HTTP/1.1'), [400]],
    ['a bad percent-encoding', () => last('GET /v3/wallets/%zz HTTP/1.1'), [400, 404]],
    ['an encoding that is no UTF-8', () => last('GET /v3/wallets/%c3%28 HTTP/1.1'), [400, 404]],
    ['a bad percent-encoding of a page', () => last('GET /docs/%zz HTTP/1.1'), [400, 404]],
    ['a bad percent-encoding in a query', () => last('GET /v3/nowhere?a=%zz HTTP/1.1'), [400, 404]],
    ['a path of 20 KB', () => last(`GET /${'x'.repeat(20_000)} HTTP/1.1`), [400, 414, 431]],
    ['a header of 20 KB', () => last(post, [`x-long: ${'x'.repeat(20_000)}`]), [431]],
    ['2,000 headers', () => last(remove, Array<string>(2000).fill('x: y')), [400, 431]],
    ['a null in a header', () => last(remove, ['x-odd: a\u0000b']), [400]],
    ['a header without a name', () => last(remove, [': x']), [400]],
    ['a header with a blank name', () => last(remove, ['x odd: y']), [400]],
    ['a folded header', () => last(remove, ['x-odd: a', ' b']), [400]],
    ['an unknown method', () => last('BREW CARD HTTP/1.1'), [400, 405]],
    ['a method in lower case', () => last('delete CARD HTTP/1.1'), [400, 405]],
    ['TRACE', () => last('TRACE /v3/session HTTP/1.1'), [405]],
    ['a tunnel', () => last('CONNECT localhost:443 HTTP/1.1'), [400, 405]],
    ['the preface of HTTP/2', () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', [400]],
    ['an unknown version', () => last('DELETE CARD HTTP/9.9'), [400]],
    ['a TLS handshake', () => '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003', [400]],
    ['garbage', () => 'nonsense\r\n\r\n', [400]],
    ['no Host', () => last('DELETE CARD HTTP/1.1', [], '', []), [400]],
    ['an empty Host', () => last('GET /v3/nowhere HTTP/1.1', [], '', ['host:']), [400, 404]],
    ['a Host that is none', () => last('GET /v3/nowhere HTTP/1.1', [], '', ['host: a b/c']), [400, 404]],
    ['two Hosts that differ', () => last(remove, [], '', ['host: a', 'host: b']), [400]],
    ['two Hosts that are equal', () => last(remove, [], '', ['host: a', 'host: a']), [400]],
    [
      'two Hosts of a page, one empty',
      () => last('GET /docs/ HTTP/1.1', [], '', ['host:', 'HOST: a']),
      [400],
    ],
    ['two Hosts of HTTP/1.0', () => last('GET /healthz HTTP/1.0', [], '', ['host: a', 'host: b']), [400]],
    ['two lengths', () => last(remove, ['content-length: 1', 'content-length: 2'], 'xx'), [400]],
    ['a negative length', () => last(remove, ['content-length: -1']), [400]],
    ['a length beside chunks', () => last(remove, ['content-length: 4', chunked], '0\r\n\r\n'), [400]],
    ['a chunk size that is none', () => last(post, [json, chunked], 'zz\r\n{}\r\n0\r\n\r\n'), [400]],
    ['an unknown transfer encoding', () => last(remove, ['transfer-encoding: rot13'], 'x'), [400]],
  ])('is answered in the error shape and logged: %s', async (_what, bytes, statuses) => {
    const answer = await sendBytes(sandbox.url, bytes())
    expect(refusalProblems(answer)).toStrictEqual([])
    expect(statuses).toContain(answer.status)
    expect(answer.headers.get('content-type')).toMatch(/^application\/json(?:; charset=utf-8)?$/)
    const requestId = JSON.stringify(answer.headers.get('x-request-id'))
    const lines = () => sandbox.logLines.filter((line) => line.includes(`"requestId":${requestId}`))
    await expect.poll(lines).toHaveLength(1)
    expect(JSON.parse(lines()[0] ?? '')).toMatchObject({ status: answer.status, errorCode: answer.code })
  })

  it('harms no request after it where it is unreadable twice', async () => {
    const targets = ['http://[', '//', '*', '/v3/wallets/%zz', '/docs/%zz', '/docs/%00', '/nowhere']
    for (const target of targets) {
      for (const method of ['GET', 'POST', 'OPTIONS']) {
        for (const body of ['zz\r\n', '1\r\nxx', '1\r\n', '']) {
          const connection = await openConnection(sandbox.url)
          await connection.write(last(`${method} ${target} HTTP/1.1`, [chunked], body))
          await connection.end()
        }
      }
      expect([target, (await fetch(`${sandbox.url}/healthz`)).status]).toStrictEqual([target, 200])
    }
  })
})

/** A request that would remove a card, hidden in another one. */
const hidden = (): string => last(remove)
const end = '0\r\n\r\n'

describe('a request hidden in another', () => {
  it.each<[string, () => string]>([
    [
      'a length that a chunk contradicts',
      () => request(post, [json, 'content-length: 4', chunked], end + hidden()),
    ],
    [
      'a chunk that a length contradicts',
      () => request(post, [json, chunked, 'content-length: 0'], end + hidden()),
    ],
    [
      'two lengths',
      () => request(post, [json, 'content-length: 0', `content-length: ${hidden().length}`], hidden()),
    ],
    ['a list of lengths', () => request(post, [json, `content-length: 0, ${hidden().length}`], hidden())],
    ['a length with a sign', () => request(post, [json, 'content-length: +0'], hidden())],
    ['a length in hexadecimal', () => request(post, [json, 'content-length: 0x0'], hidden())],
    ['a blank behind a name', () => request(post, [json, 'transfer-encoding : chunked'], end + hidden())],
    ['an unknown coding', () => request(post, [json, 'transfer-encoding: xchunked'], end + hidden())],
    [
      'a coding that is not the last',
      () => request(post, [json, 'transfer-encoding: chunked, identity'], end + hidden()),
    ],
    ['two codings', () => request(post, [json, chunked, 'transfer-encoding: identity'], end + hidden())],
    ['a bare line feed in a header', () => request(post, ['x-a: b\ncontent-length: 0'], hidden())],
    ['a bare carriage return in a header', () => request(post, ['x-a: b\rcontent-length: 0'], hidden())],
    ['a line feed in a chunk', () => request(post, [json, chunked], `1;a\nb\r\n{\r\n${end}${hidden()}`)],
    ['a chunk size too large', () => request(post, [json, chunked], `fffffffffffffffff\r\n${hidden()}`)],
    [
      'the body of an operation without one',
      () =>
        last('DELETE /v3/carts/none/coupons/NONE HTTP/1.1', [`content-length: ${hidden().length}`], hidden()),
    ],
  ])('behind %s is not carried out', async (where, bytes) => {
    const statuses = statusesIn(await exchangeBytes(sandbox.url, bytes()))
    // The connection has ended: nothing on it can be trusted any more.
    expect(statuses).toStrictEqual([where.startsWith('the body') ? 404 : 400])
  })
})

const one = (id: string, line: string) => request(line, [`x-request-id: ${id}`])

describe('requests sent without waiting', () => {
  it('are answered in their order, each for itself', async () => {
    const received = await exchangeBytes(
      sandbox.url,
      [
        one('first', 'GET /v3/customers/drawdown-account HTTP/1.1'),
        one('second', 'GET /v3/nowhere HTTP/1.1'),
        one('third', 'GET /healthz HTTP/1.1'),
        last('GET /v3/customers/drawdown-account HTTP/1.1', ['x-request-id: fourth']),
      ].join(''),
    )
    expect(statusesIn(received)).toStrictEqual([200, 404, 200, 200])
    const ids = [...received.matchAll(/^x-request-id: (\w+)/gim)].map(([, id]) => id)
    expect(ids).toStrictEqual(['first', 'second', 'third', 'fourth'])
  })

  it('are answered up to the one that is no request, and no further', async () => {
    const good = request('GET /healthz HTTP/1.1')
    const statuses = statusesIn(await exchangeBytes(sandbox.url, `${good}${good}nonsense\r\n\r\n${good}`))
    // The client gets a response if no earlier request is still in progress. The connection ends in any case.
    const answered = statuses.at(-1) === 400 ? statuses.slice(0, -1) : statuses
    expect(answered.length).toBeLessThanOrEqual(2)
    expect(answered.every((status) => status === 200)).toBe(true)
  })
})

describe('all of these requests together', () => {
  it('have changed nothing', async () => {
    expect(await state.snapshot()).toStrictEqual(before)
  })
})
