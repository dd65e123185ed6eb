import { openapiDocument } from '@giftcards/contract'
import { createLogger, createServer, listen, readConfig } from '@giftcards/server'
import { openStore } from '@giftcards/storage'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type Sandbox, sendRaw, startSandbox } from '@giftcards/test-harness'

let server: Sandbox
beforeAll(async () => {
  server = await startSandbox()
})
afterAll(() => server.close())

/** Sends a GET request with only the headers that HTTP requires: no application, no token and no `User-Agent`. */
const get = (path: string, url = server.url) => sendRaw(url, { method: 'GET', path })

describe('service routes', () => {
  it.each([
    ['/healthz', /^application\/json/],
    ['/readyz', /^application\/json/],
    ['/metrics', /^text\/plain/],
    ['/openapi.json', /^application\/json/],
    ['/docs/', /^text\/html/],
  ])('answer %s without partner headers', { meta: { rules: ['D12-11'] } }, async (path, contentType) => {
    const { status, headers } = await get(path)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toMatch(contentType)
    expect(headers.get('x-request-id')).toMatch(/^[\w.:-]{1,128}$/)
  })

  it('answer HEAD like GET, without a body, and other methods with 405', async () => {
    for (const path of ['/healthz', '/openapi.json', '/docs/']) {
      const head = await sendRaw(server.url, { method: 'HEAD', path })
      const { headers } = await get(path)
      expect([head.status, head.text]).toStrictEqual([200, ''])
      expect(head.headers.get('content-length')).toBe(headers.get('content-length'))
    }
    const { status, messages, headers } = await sendRaw(server.url, { method: 'POST', path: '/healthz' })
    expect([status, messages]).toStrictEqual([405, ['Method not allowed']])
    expect(headers.get('allow')).toContain('GET')
  })
})

describe('/metrics', () => {
  it('counts answers by operation and status', { meta: { rules: ['D12-12'] } }, async () => {
    await server.partner()
    const { headers, text } = await get('/metrics')
    expect(headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
    expect(text).toMatch(/^# HELP http_requests_total .+\n# TYPE http_requests_total counter$/m)
    expect(text).toMatch(/^http_requests_total\{operation="createSession",status="200"\} 1$/m)
    const sample = /^[a-zA-Z_:][\w:]*(\{[^}]*\})? (\S+)( \d+)?$/
    const odd = text.split('\n').filter((line) => line !== '' && !line.startsWith('#') && !sample.test(line))
    expect(odd).toStrictEqual([])
  })
})

describe('/openapi.json', () => {
  it('is the contract', { meta: { rules: ['D12-13'] } }, async () => {
    const { body } = await get('/openapi.json')
    const servers = [{ url: './', description: 'This server.' }]
    expect(body).toStrictEqual(JSON.parse(JSON.stringify({ ...openapiDocument, servers })))
  })
})

describe('/docs', () => {
  it('leads to the home page', { meta: { rules: ['D12-11'] } }, async () => {
    const { status, headers } = await get('/docs')
    expect(status).toBe(301)
    expect(new URL(headers.get('location') ?? '', `${server.url}/docs`).pathname).toBe('/docs/')
  })

  it('names the operations and loads nothing elsewhere', async () => {
    const { text, headers } = await get('/docs/')
    expect(text).toContain('POST /v3/session')
    expect(text).not.toMatch(/<(?:script|link|img)[^>]+(?:src|href)="(?:https?:)?\/\//)
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
  })

  it('serves pages, styles, scripts and images', async () => {
    const paths = ['guides/quickstart', 'reference', 'assets/site.css', 'assets/site.js', 'assets/icon.svg']
    const answers = await Promise.all(paths.map((path) => get(`/docs/${path}`)))
    expect(answers.map(({ headers }) => headers.get('content-type')?.split(';')[0])).toStrictEqual([
      'text/html',
      'text/html',
      'text/css',
      'text/javascript',
      'image/svg+xml',
    ])
  })
})

describe('/readyz', () => {
  it('answers 503 until a new sandbox has its data', async () => {
    const store = await openStore('sqlite::memory:', { mode: 'sandbox' })
    const starting = await createServer(readConfig({}), { store, log: createLogger('silent') })
    const listening = await listen(starting.app, { host: '127.0.0.1', port: 0 })
    onTestFinished(async () => {
      await listening.close({ graceMs: 0 })
      await starting.stop()
      await store.close()
    })
    expect((await get('/readyz', listening.url)).status).toBe(503)
    await starting.start()
    expect((await get('/readyz', listening.url)).status).toBe(200)
  })

  it('answers 503 while the store is closed', async () => {
    // This test must be the last one, since nothing works afterwards.
    await server.store.close()
    // The server shares the result of a probe for one second.
    await expect.poll(async () => (await get('/readyz')).status).toBe(503)
    const answer = await get('/readyz')
    expect([answer.status, answer.body]).toStrictEqual([503, { message: ['Service unavailable'] }])
    expect((await get('/healthz')).status).toBe(200)
  })
})
