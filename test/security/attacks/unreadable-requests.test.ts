import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { refusalProblems } from '../hostile/refusal-problems.ts'
import { sendBytes } from '../hostile/send-bytes.ts'
import { endProcesses } from '@giftcards/test-harness/process'
import { openConnection } from './raw-connection.ts'
import { type AttackedServer, startAttackedProcess, startAttackedServer } from './start-attacked-server.ts'

let server: AttackedServer
beforeAll(async () => {
  server = await startAttackedServer({ env: { LOG_LEVEL: 'info' } })
})
afterAll(() => server.close())

/** The bytes of a request without a body, after which the server closes the connection. */
const request = (line: string, lines: readonly string[] = ['host: localhost']): string =>
  [line, ...lines, 'user-agent: attacks', 'connection: close', '', ''].join('\r\n')

/** Log lines of the request with this id. */
const linesOf = (requestId: string | null): readonly string[] =>
  server.logLines.filter((line) => line.includes(`"requestId":${JSON.stringify(requestId)}`))

const session = 'POST /v3/session HTTP/1.1'
const credentials = ['host: localhost', 'x-cc-app: demo-app']
const chunked = 'transfer-encoding: chunked'

describe('a request that nobody can read', () => {
  it.each<[string, string, readonly number[]]>([
    ['GET http://[', request('GET http://[ HTTP/1.1'), [400, 404]],
    ['GET http://', request('GET http:// HTTP/1.1'), [400, 404]],
    [
      'GET http://localhost:99999/v3/nowhere',
      request('GET http://localhost:99999/v3/nowhere HTTP/1.1'),
      [400, 404],
    ],
    ['GET //', request('GET // HTTP/1.1'), [400, 404]],
    ['GET ///v3//session', request('GET ///v3//session HTTP/1.1'), [400, 404]],
    ['GET *', request('GET * HTTP/1.1'), [400, 404]],
    ['GET without a path', request('GET  HTTP/1.1'), [400]],
    ['GET nowhere', request('GET nowhere HTTP/1.1'), [400, 404]],
    ['OPTIONS *', request('OPTIONS * HTTP/1.1'), [400, 404]],
    ['a bad percent-encoding', request('GET /v3/wallets/%zz HTTP/1.1'), [400, 401, 404]],
    ['half a percent-encoding', request('GET /v3/wallets/% HTTP/1.1'), [400, 401, 404]],
    ['an encoding that is no UTF-8', request('GET /v3/wallets/%c3%28 HTTP/1.1'), [400, 401, 404]],
    ['a bad percent-encoding of a page', request('GET /docs/%zz HTTP/1.1'), [400, 404]],
    ['a null byte of a page', request('GET /docs/%00 HTTP/1.1'), [400, 404]],
    ['a path out of the pages', request('GET /docs/..%2f..%2fpackage.json HTTP/1.1'), [400, 403, 404]],
    ['a bad percent-encoding in a query', request('GET /v3/nowhere?a=%zz HTTP/1.1'), [400, 404]],
    ['headers of 20 KB', request(session, ['host: a', `x-long: ${'x'.repeat(20_000)}`]), [431]],
    ['2,000 headers', request(session, ['host: a', ...Array<string>(2000).fill('x: y')]), [400, 401, 431]],
    ['a path of 20 KB', request(`GET /${'x'.repeat(20_000)} HTTP/1.1`), [400, 414, 431]],
    ['an unknown method', request('BREW /v3/session HTTP/1.1'), [400, 405]],
    ['a method in lower case', request('post /v3/session HTTP/1.1'), [400, 405]],
    ['TRACE', request('TRACE /v3/session HTTP/1.1'), [405]],
    ['CONNECT', request('CONNECT localhost:443 HTTP/1.1'), [400, 405]],
    ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', [400]],
    ['an unknown version', request('GET /v3/session HTTP/9.9'), [400]],
    ['a TLS handshake', '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003', [400]],
    ['garbage', 'nonsense\r\n\r\n', [400]],
    ['no Host', request('GET /healthz HTTP/1.1', []), [400]],
    ['an empty Host', request('GET /v3/nowhere HTTP/1.1', ['host:']), [400, 404]],
    ['a Host that is none', request('GET /v3/nowhere HTTP/1.1', ['host: a b/c']), [400, 404]],
    ['a malformed chunk', `${request(session, [...credentials, chunked])}zz\r\n`, [400]],
    [
      'a length beside chunks',
      `${request(session, [...credentials, chunked, 'content-length: 5'])}0\r\n\r\n`,
      [400],
    ],
    ['two lengths', request(session, [...credentials, 'content-length: 1', 'content-length: 2']), [400]],
  ])('is answered in the error shape and logged: %s', async (_what, bytes, statuses) => {
    const answer = await sendBytes(server.url, bytes)
    expect(refusalProblems(answer)).toStrictEqual([])
    expect(statuses).toContain(answer.status)
    expect(answer.headers.get('content-type')).toMatch(/^application\/json(?:; charset=utf-8)?$/)
    const requestId = answer.headers.get('x-request-id')
    await expect.poll(() => linesOf(requestId)).toHaveLength(1)
    expect(JSON.parse(linesOf(requestId)[0] ?? '')).toMatchObject({
      status: answer.status,
      errorCode: answer.code,
    })
  })
})

describe('two Host headers', () => {
  it.each<[string, readonly string[]]>([
    ['that differ', ['host: localhost', 'host: evil.test']],
    ['that are equal', ['host: localhost', 'host: localhost']],
    ['of which one is empty', ['host:', 'host: localhost']],
    ['far apart', ['host: localhost', ...Array<string>(50).fill('x: y'), 'HOST: evil.test']],
  ])('%s are answered with 400', async (_which, hosts) => {
    for (const line of ['GET /healthz HTTP/1.1', 'GET /docs/ HTTP/1.1', session, 'GET /healthz HTTP/1.0']) {
      const answer = await sendBytes(server.url, request(line, [...hosts, 'x-cc-app: demo-app']))
      expect([line, answer.status]).toStrictEqual([line, 400])
      expect(refusalProblems(answer)).toStrictEqual([])
    }
  })

  it('are one too many where one is right', async () => {
    const answer = await sendBytes(server.url, request(session, ['host: localhost', 'x-cc-app: demo-app']))
    expect(answer.status).toBe(200)
  })
})

const unreadableTargets = [
  'http://[',
  'http://',
  '//',
  '*',
  '/v3/wallets/%zz',
  '/docs/%zz',
  '/docs/%00',
  '/nowhere',
]
const brokenBodies = ['zz\r\n', '1\r\nxx', '1\r\n', '']

describe('a request that is unreadable twice', () => {
  afterAll(endProcesses)

  it('does not end the process', async () => {
    const { url } = await startAttackedProcess({ LOG_LEVEL: 'silent' })
    for (const target of unreadableTargets) {
      for (const method of ['GET', 'POST', 'OPTIONS', 'PUT']) {
        const head = request(`${method} ${target} HTTP/1.1`, [...credentials, chunked])
        for (const body of brokenBodies) {
          const connection = await openConnection(url)
          await connection.write(head + body)
          await connection.end()
        }
        const health = await fetch(`${url}/healthz`).catch(() => undefined)
        expect([method, target, health?.status]).toStrictEqual([method, target, 200])
      }
    }
  })
})
