import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type SandboxOperationId, sandboxOperationTable } from '@giftcards/contract/sandbox'
import { publishedData } from '@giftcards/server'
import { openStore } from '@giftcards/storage'
import { migrateDatabase } from '@giftcards/storage/maintenance'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Collector, startCollector } from '../telemetry/start-collector.ts'
import { fillPath, openSession, send, type ServerOnDatabase, startServerOn } from '@giftcards/test-harness'
import {
  createFolder,
  createRealKeys,
  type Ended,
  endProcesses,
  runProcess,
  startProcess,
} from '@giftcards/test-harness/process'

const everyControl = Object.keys(sandboxOperationTable) as SandboxOperationId[]

/** Production mode without a gateway and an issuer. */
const production = { NODE_ENV: 'production', ALLOW_SIMULATED_PAYMENTS: '1' }

/** Starts a production server with the apps and customers of a sandbox. */
async function startOverSandboxData(): Promise<ServerOnDatabase> {
  const DATABASE_URL = `sqlite:${join(createFolder(), 'marketplace.db')}`
  await migrateDatabase(DATABASE_URL, { mode: 'production' })
  const store = await openStore(DATABASE_URL, { mode: 'production' })
  await store.transaction((tx) => tx.seedIfEmpty(publishedData))
  await store.close()
  return startServerOn({ ...createRealKeys(), ...production, DATABASE_URL })
}

describe('production mode', () => {
  let server: ServerOnDatabase
  beforeAll(async () => {
    server = await startOverSandboxData()
  })
  afterAll(async () => {
    await server.close()
    await endProcesses()
  })

  it('has no sandbox control', { meta: { rules: ['D11-02', 'D12-16'] } }, async () => {
    const path = {
      email: 'elite@example.com',
      orderId: '00000000-0000-4000-8000-000000000003',
      cardId: 200_001,
      requestNumber: 1,
    }
    for (const operationId of everyControl) {
      const { method, path: template } = sandboxOperationTable[operationId]
      const answer = await send(server.url, { method, path: fillPath(template, { path }), body: undefined })
      expect([operationId, answer.status, answer.body]).toStrictEqual([
        operationId,
        404,
        { message: ['Not found'] },
      ])
    }
    const pages = [
      '/__sandbox/openapi.json',
      '/sandbox/giftcards-client.tgz',
      '/sandbox/npm/@contract-kit%2ftools',
      '/healthz',
    ]
    const answers = await Promise.all(pages.map((page) => send(server.url, { method: 'get', path: page })))
    expect(answers.map(({ status }) => status)).toStrictEqual([404, 404, 404, 200])
  })

  it('ignores every sandbox trigger', async () => {
    const partner = await openSession(server.url)
    for (const trigger of ['token_expired', 'rate_limited', 'internal_error', 'slow=30000']) {
      const answer = await partner.call('createCart', {
        body: { action: 'buy' },
        headers: { 'x-sandbox-trigger': trigger },
      })
      expect([trigger, answer.status < 300]).toStrictEqual([trigger, true])
    }
  })
})

describe('a production server, with a collector of traces', () => {
  const keys = createRealKeys()
  let collector: Collector
  let ended: Ended
  let url: string
  let session: Awaited<ReturnType<typeof send>>
  beforeAll(async () => {
    collector = await startCollector()
    const server = await startProcess({
      ...production,
      ...keys,
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-api-key=shop%20key',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=rehearsal',
    })
    url = server.url
    session = await send(url, { method: 'post', path: '/v3/session', headers: { 'x-cc-app': 'demo-app' } })
    ended = await server.end()
    await collector.close()
  })
  afterAll(endProcesses)

  it('prints what is simulated, and no demo credentials or keys', () => {
    const { code, stdout, stderr } = ended
    expect({ code, stderr }).toStrictEqual({ code: 0, stderr: '' })
    expect(stdout).toContain(`Listening on ${url}`)
    expect(stdout).toMatch(/"level":40,[^\n]*payments and cards are simulated/)
    const secrets = [
      'correct-horse',
      'demo',
      keys.CARD_DATA_KEY,
      keys.JWT_PRIVATE_KEY.slice(40, 60),
      'shop key',
    ]
    expect(secrets.filter((secret) => stdout.includes(secret))).toStrictEqual([])
  })

  it('does not open with the published data', () => {
    expect([session.status, session.code]).toStrictEqual([401, 'unknown_app'])
  })

  it('sends all its spans before the end, with the headers that the collector asks for', () => {
    expect(collector.headers[0]).toMatchObject({ 'x-api-key': 'shop key' })
    expect(collector.resources[0]).toMatchObject({
      'service.name': 'giftcards-server',
      'deployment.environment.name': 'rehearsal',
    })
    expect(collector.spans.map(({ name }) => name)).toContain('POST /v3/session')
  })
})

describe('a production server with a gateway and an issuer', () => {
  afterAll(endProcesses)

  it('does not start without them', { meta: { rules: ['D14-09'] } }, async () => {
    const { code, stdout, stderr } = await runProcess({ NODE_ENV: 'production', ...createRealKeys() })
    expect({ code, stdout }).toStrictEqual({ code: 2, stdout: '' })
    expect(stderr).toMatch(
      /^[^\n]*PAYMENT_GATEWAY_MODULE[^\n]*CARD_ISSUER_MODULE[^\n]*ALLOW_SIMULATED_PAYMENTS=1[^\n]*\n$/,
    )
  })

  it('simulates nothing', async () => {
    const folder = createFolder()
    writeFileSync(
      join(folder, 'gateway.mjs'),
      'export default () => ({ async charge() {}, async cancel() {}, async refund() {}, async find() {} })',
    )
    writeFileSync(
      join(folder, 'issuer.mjs'),
      'export default async () => ({ async issue() {}, async void() {} })',
    )
    const modules = { PAYMENT_GATEWAY_MODULE: './gateway.mjs', CARD_ISSUER_MODULE: './issuer.mjs' }
    const server = await startProcess({ NODE_ENV: 'production', ...createRealKeys(), ...modules }, folder)
    const { code, stdout, stderr } = await server.end()
    expect({ code, stderr }).toStrictEqual({ code: 0, stderr: '' })
    expect(stdout).not.toContain('simulated')
  })
})
