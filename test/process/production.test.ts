import { join } from 'node:path'
import { type SandboxOperationId, sandboxOperationTable } from '@giftcards/contract/sandbox'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fillPath } from '../sandbox/call.ts'
import { send } from '../sandbox/exchange.ts'
import { openSession } from '../sandbox/partner.ts'
import { control } from './control.ts'
import { createRealKeys } from './sample-keys.ts'
import {
  createFolder,
  endProcesses,
  processTimeout,
  type ServerProcess,
  startProcess,
} from './start-process.ts'

/** A production server over what a sandbox with the same keys has left behind: its apps and customers. */
async function startProduction(): Promise<ServerProcess> {
  const env = { ...createRealKeys(), DATABASE_URL: `sqlite:${join(createFolder(), 'marketplace.db')}` }
  const sandbox = await startProcess(env)
  expect(sandbox.stdout).not.toContain('demo keys')
  await sandbox.end()
  return startProcess({ ...env, NODE_ENV: 'production' })
}

let server: ServerProcess
beforeAll(async () => {
  server = await startProduction()
})
afterAll(endProcesses)

const everyControl = Object.keys(sandboxOperationTable) as SandboxOperationId[]

describe('production mode', processTimeout, () => {
  it('has no sandbox control', { meta: { rules: ['D11-02', 'D12-16'] } }, async () => {
    const path = {
      email: 'elite@example.com',
      orderId: '00000000-0000-4000-8000-000000000003',
      cardId: 200_001,
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
    expect((await send(server.url, { method: 'get', path: '/__sandbox/openapi.json' })).status).toBe(404)
    expect((await send(server.url, { method: 'get', path: '/healthz' })).status).toBe(200)
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

  it('prints what is simulated, and no demo credentials or keys', async () => {
    const keys = createRealKeys()
    const empty = await startProcess({ NODE_ENV: 'production', ...keys })
    const { code, stdout, stderr } = await empty.end()
    expect({ code, stderr }).toStrictEqual({ code: 0, stderr: '' })
    expect(stdout).toContain(`Listening on ${empty.url}`)
    expect(stdout).toMatch(/"level":40,[^\n]*payments and cards are simulated/)
    for (const secret of [
      'correct-horse',
      'demo-app',
      keys.CARD_DATA_KEY,
      keys.JWT_PRIVATE_KEY.slice(40, 60),
    ]) {
      expect(stdout).not.toContain(secret)
    }
  })

  it('does not open with the published data', async () => {
    const empty = await startProcess({ NODE_ENV: 'production', ...createRealKeys() })
    const answer = await send(empty.url, {
      method: 'post',
      path: '/v3/session',
      headers: { 'x-cc-app': 'demo-app' },
    })
    expect([answer.status, answer.code]).toStrictEqual([401, 'unknown_app'])
  })
})

describe('sandbox mode', processTimeout, () => {
  it('is the default, and warns loudly of its demo keys', { meta: { rules: ['D11-01'] } }, async () => {
    const sandbox = await startProcess()
    expect(sandbox.stdout).toContain('Gift Card Marketplace sandbox')
    expect((await control(sandbox.url, 'getClock')).body).toMatchObject({ frozen: false })
    const partner = await openSession(sandbox.url)
    const headers = { 'x-sandbox-trigger': 'internal_error' }
    const { status } = await partner.call('createCart', { body: { action: 'buy' }, headers })
    expect(status).toBe(500)
    // The log is written beside standard output: only at the end is all of it certainly there.
    const { stdout } = await sandbox.end()
    expect(stdout).toMatch(/"level":40,[^\n]*Running on published demo keys/)
  })
})
