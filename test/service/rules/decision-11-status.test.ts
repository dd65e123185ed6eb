import { openapiDocument } from '@giftcards/contract'
import { StoreUnavailableError } from '@giftcards/marketplace'
import { createLogger, createServer, listen, readConfig } from '@giftcards/server'
import { openStore, openSqliteStore } from '@giftcards/storage'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createRealKeys } from '@giftcards/test-harness/process'
import { createFailingStore, type Sandbox, sendRaw, startSandbox, storyTime } from '@giftcards/test-harness'

/** The headers with which a proxy forwards a request from another machine. */
const fromElsewhere = { headers: { 'x-forwarded-for': '192.0.2.7' } }
const store = createFailingStore(await openSqliteStore({ location: ':memory:', mode: 'sandbox' }))
let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox({}, { store })
})
afterAll(() => sandbox.close())

const readStatus = () => sandbox.wantControl('getStatus', 200, fromElsewhere)

const browse = (url: string) => sendRaw(url, { method: 'GET', path: '/status', headers: [] })

describe('getStatus', () => {
  it('tells what works to a caller without a key', { meta: { rules: ['D11-60'] } }, async () => {
    expect((await sandbox.control('getClock', fromElsewhere)).status).toBe(401)
    await expect.poll(async () => (await readStatus()).jobs.working).toBe(true)
    const { ready, storage, contractVersion, jobs, startedAt } = await readStatus()
    expect({ ready, storage, contractVersion }).toStrictEqual({
      ready: true,
      storage: 'available',
      contractVersion: openapiDocument.info.version,
    })
    expect(jobs.parked).toBe(0)
    expect(Date.parse(startedAt)).toBeLessThanOrEqual(Date.now())
  })

  it('tells the clock and the last reset', { meta: { rules: ['D11-60'] } }, async () => {
    const before = await readStatus()
    expect(before.clock).toStrictEqual({ now: storyTime, frozen: true })
    await sandbox.wantControl('resetSandbox', 200)
    const running = await readStatus()
    expect([running.clock.frozen, running.clockOffsetSeconds]).toStrictEqual([false, 0])
    expect(Date.parse(running.resetAt ?? '')).toBeGreaterThanOrEqual(Date.parse(before.resetAt ?? ''))
    await sandbox.wantControl('advanceClock', 200, { body: { seconds: 86_400 } })
    expect((await readStatus()).clockOffsetSeconds).toBe(86_400)
  })

  it('says that the storage is unavailable', { meta: { rules: ['D11-61'] } }, async () => {
    store.failWith(new StoreUnavailableError('The store is away'))
    // The server shares the result of a probe for one second.
    await expect.poll(readStatus).toMatchObject({ ready: false, storage: 'unavailable' })
    store.recover()
    await expect.poll(readStatus).toMatchObject({ ready: true, storage: 'available' })
  })
})

describe('the page at /status', () => {
  it('is one of the pages of the sandbox', { meta: { rules: ['D11-62'] } }, async () => {
    const { status, headers } = await browse(sandbox.url)
    expect([status, headers.get('location')]).toStrictEqual([302, 'sandbox/status.html'])
    const page = await sendRaw(sandbox.url, { method: 'GET', path: '/sandbox/status.html', headers: [] })
    expect([page.status, page.headers.get('content-type')]).toStrictEqual([200, 'text/html; charset=utf-8'])
  })

  it('is only read', async () => {
    const { status, headers } = await sendRaw(sandbox.url, { method: 'POST', path: '/status', headers: [] })
    expect([status, headers.get('allow')]).toStrictEqual([405, 'GET, HEAD'])
  })

  it('is not there in production', { meta: { rules: ['D11-62'] } }, async () => {
    const config = readConfig({
      NODE_ENV: 'production',
      ALLOW_SIMULATED_PAYMENTS: '1',
      LOG_LEVEL: 'silent',
      ...createRealKeys(),
    })
    const production = await openStore('sqlite::memory:', { mode: 'production' })
    const server = await createServer(config, { store: production, log: createLogger(config.logLevel) })
    const listening = await listen(server.app, { host: '127.0.0.1', port: 0 })
    expect((await browse(listening.url)).status).toBe(404)
    const path = '/__sandbox/status'
    expect((await sendRaw(listening.url, { method: 'GET', path, headers: [] })).status).toBe(404)
    await listening.close({ graceMs: 0 })
    await server.stop()
    await production.close()
  })
})
