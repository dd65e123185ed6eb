import { readdirSync } from 'node:fs'
import { readConfig } from '@giftcards/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSession, sendRaw } from '@giftcards/test-harness'
import {
  createFolder,
  endProcesses,
  findFreePort,
  type ServerProcess,
  startProcess,
} from '@giftcards/test-harness/process'

let port: number
let mockPort: number
let folder: string
let server: ServerProcess
beforeAll(async () => {
  port = await findFreePort()
  mockPort = await findFreePort()
  folder = createFolder()
  const env = {
    HOST: 'localhost',
    PORT: String(port),
    MOCK_PORT: String(mockPort),
    DATABASE_URL: 'sqlite::memory:',
    SHUTDOWN_DELAY_SECONDS: '300',
  }
  server = await startProcess(env, folder)
})
afterAll(endProcesses)

const get = (path: string) => sendRaw(server.url, { method: 'GET', path })

const openMockSession = () =>
  fetch(`http://localhost:${mockPort}/v3/session`, { method: 'POST', headers: { 'x-cc-app': 'demo-app' } })

const isMockThere = () =>
  openMockSession().then(
    () => true,
    () => false,
  )

describe('HOST and PORT', () => {
  it('say where the server listens', { meta: { rules: ['D12-01'] } }, async () => {
    const usual = readConfig({})
    expect([usual.host, usual.port]).toStrictEqual(['127.0.0.1', 3000])
    expect(server.url).toBe(`http://localhost:${port}`)
    expect((await get('/healthz')).status).toBe(200)
  })
})

describe('MOCK_PORT', () => {
  it('says where the mock listens', { meta: { rules: ['D12-02'] } }, async () => {
    expect(readConfig({}).mockPort).toBe(4010)
    expect(server.stdout).toMatch(new RegExp(`^ {2}Mock +http://\\S+:${mockPort}$`, 'm'))
    const answer = await openMockSession()
    expect([answer.status, await answer.json()]).toMatchObject([200, { renderAssets: true }])
  })
})

describe('DATABASE_URL', () => {
  it('sqlite::memory: leaves no file', { meta: { rules: ['D12-04'] } }, async () => {
    const partner = await openSession(server.url)
    await partner.login('elite@example.com')
    expect((await partner.call('createCart', { body: { action: 'buy' } })).status).toBe(201)
    expect(readdirSync(folder)).toStrictEqual([])
  })
})

describe('SHUTDOWN_DELAY_SECONDS', () => {
  it('keeps the server answering while /readyz sends the load balancer away', async () => {
    expect((await get('/readyz')).status).toBe(200)
    const ended = server.end('SIGTERM')
    await expect.poll(async () => (await get('/readyz')).status).toBe(503)
    expect((await get('/readyz')).messages).toStrictEqual(['Service unavailable'])
    expect((await get('/healthz')).status).toBe(200)
    void server.end('SIGTERM')
    const { code, stdout, stderr } = await ended
    expect([code, stderr]).toStrictEqual([143, ''])
    expect(stdout).toMatch(/"level":30,[^\n]*"msg":"Stopping: /)
  })

  it('leaves no mock behind where the server ends at once', async () => {
    // The mock ends shortly after the server, although the server did not end it.
    await expect.poll(isMockThere).toBe(false)
  })
})
