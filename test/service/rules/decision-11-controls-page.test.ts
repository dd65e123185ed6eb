import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { createLogger, createServer, listen, readConfig } from '@giftcards/server'
import { openStore } from '@giftcards/storage'
import { describe, expect, it } from 'vitest'
import { createRealKeys } from '@giftcards/test-harness/process'
import { send, sendRaw } from '@giftcards/test-harness'
import { useSandbox } from '@giftcards/test-harness/vitest'

const sandbox = await useSandbox()

const get = (path: string) => sendRaw(sandbox.url, { method: 'GET', path })

/** Returns the links of the page, relative to it. */
const linksOf = (html: string): readonly string[] =>
  Array.from(html.matchAll(/\b(?:src|href)="([^"]*)"/g), ([, link = '']) => link).filter(
    (link) => !link.startsWith('data:'),
  )

describe('the sandbox page', () => {
  it('is served at /sandbox', { meta: { rules: ['D11-58'] } }, async () => {
    const { status, headers } = await get('/sandbox')
    expect([status, headers.get('location')]).toStrictEqual([301, 'sandbox/'])
    const page = await get('/sandbox/')
    expect([page.status, page.headers.get('content-type')]).toStrictEqual([200, 'text/html; charset=utf-8'])
    expect(page.headers.get('content-security-policy')).toContain("connect-src 'self'")
  })

  it('is made of files of this server, and stands in the frame of its docs', async () => {
    const links = linksOf((await get('/sandbox/')).text).filter((link) => !link.startsWith('#'))
    const found: (readonly [string, string])[] = []
    // The server rejects more than 128 requests at one time from one address.
    for (const link of links) {
      const { pathname } = new URL(link, `${sandbox.url}/sandbox/`)
      const { status, headers } = await get(pathname)
      found.push([link, `${status} ${headers.get('content-type')}`])
    }
    expect(found.filter(([, answer]) => !answer.startsWith('200 '))).toStrictEqual([])
    const ofDocs = /^\.\.\/docs\//
    expect(Object.fromEntries(found.filter(([link]) => !ofDocs.test(link)))).toStrictEqual({
      './assets/index.css': '200 text/css; charset=utf-8',
      './assets/index.js': '200 text/javascript; charset=utf-8',
    })
    expect(links.filter((link) => ofDocs.test(link)).length).toBeGreaterThan(20)
  })

  it('leaves no trace among the requests', async () => {
    await get('/sandbox')
    await get('/sandbox/')
    await get('/sandbox/assets/index.js')
    expect((await sandbox.wantControl('listRequests', 200)).requests).toStrictEqual([])
  })

  it('writes no line to the log each time it asks, unless it is refused', async () => {
    const { logLines } = sandbox
    const before = logLines.length
    await sandbox.wantControl('getOverview', 200)
    await sandbox.control('listRequests')
    await sandbox.control('getOverview', { query: { known: '' } })
    const lines = logLines.slice(before).map((line) => {
      const { operationId, status } = JSON.parse(line) as { operationId: string; status: number }
      return `${operationId} ${status}`
    })
    expect(lines).toStrictEqual(['listRequests 200', 'getOverview 400'])
  })

  it('shows commands that buy a card', async () => {
    const { text } = await get('/sandbox/')
    const [, commands = ''] = /<script type="text\/plain" id="purchase">([^<]*)<\/script>/.exec(text) ?? []
    const here = commands.replace(/API=\S+/, `API=${sandbox.url}`)
    const { stdout } = await promisify(execFile)('bash', ['-c', here])
    expect(JSON.parse(stdout)).toMatchObject({ buyOrder: { status: 'Processing', total: { due: '90.67' } } })
    const { orders } = await sandbox.wantControl('listOrders', 200)
    expect(orders).toMatchObject([{ customer: 'elite@example.com', nextStep: { status: 'Fulfillment' } }])
  })

  it('is not there in production', { meta: { rules: ['D11-58'] } }, async () => {
    const config = readConfig({
      NODE_ENV: 'production',
      ALLOW_SIMULATED_PAYMENTS: '1',
      LOG_LEVEL: 'silent',
      ...createRealKeys(),
    })
    const store = await openStore('sqlite::memory:', { mode: 'production' })
    const server = await createServer(config, { store, log: createLogger(config.logLevel) })
    const listening = await listen(server.app, { host: '127.0.0.1', port: 0 })
    const statusOf = async (path: string) => (await send(listening.url, { method: 'get', path })).status
    const statuses = await Promise.all(
      ['/sandbox', '/sandbox/', '/sandbox/assets/index.js', '/__sandbox/overview', '/healthz'].map(statusOf),
    )
    expect(statuses).toStrictEqual([404, 404, 404, 404, 200])
    await listening.close({ graceMs: 0 })
    await server.stop()
    await store.close()
  })
})
