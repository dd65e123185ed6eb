import { type SandboxOperationId, sandboxOperationTable } from '@giftcards/contract/sandbox'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Exchange, fillPath, sendChecked } from '@giftcards/test-harness'
import { type AttackedServer, startAttackedServer } from './start-attacked-server.ts'

const silent = { LOG_LEVEL: 'silent' }
/** Open to everyone: it reports whether the sandbox works, and changes nothing. No other control may be added. */
const open: SandboxOperationId = 'getStatus'
const controls = (Object.keys(sandboxOperationTable) as SandboxOperationId[]).filter((id) => id !== open)
const pathValues = {
  email: 'elite@example.com',
  orderId: '00000000-0000-4000-8000-000000000003',
  cardId: '1',
  requestNumber: '1',
}

/** Calls a control, and checks the response against its document. */
function call(
  { url }: AttackedServer,
  operationId: SandboxOperationId,
  headers: Readonly<Record<string, string>>,
): Promise<Exchange> {
  const { method, path } = sandboxOperationTable[operationId]
  return sendChecked(operationId, url, { method, path: fillPath(path, { path: pathValues }), headers })
}

const closed = { status: 401, isErrorShape: true }
const judge = ({ status, code, messages }: Exchange) => ({
  status,
  isErrorShape: code !== null && messages.length === 1,
})

describe('the controls of a sandbox', () => {
  let server: AttackedServer
  beforeAll(async () => {
    server = await startAttackedServer({ env: silent })
  })
  afterAll(() => server.close())

  it('are open on this machine', async () => {
    expect((await call(server, 'getClock', {})).status).toBe(200)
  })

  it('show their status to anybody', async () => {
    expect((await call(server, open, { 'x-forwarded-for': '203.0.113.7' })).status).toBe(200)
  })

  it.each([
    ['x-forwarded-for', '127.0.0.1'],
    ['x-forwarded-for', '203.0.113.7'],
    ['x-forwarded-for', ''],
    ['x-forwarded-host', 'localhost'],
    ['x-forwarded-proto', 'http'],
    ['x-forwarded-port', '3000'],
    ['x-forwarded-server', 'proxy'],
    ['x-forwarded-prefix', '/'],
    ['x-forwarded-anything', 'at all'],
    ['forwarded', 'for=127.0.0.1;host=localhost'],
  ])('are closed to whatever a proxy sends on: %s: %s', async (name, value) => {
    for (const operationId of controls) {
      const answer = await call(server, operationId, { [name]: value })
      expect([operationId, judge(answer)]).toStrictEqual([operationId, closed])
    }
  })
})

describe('the controls of a sandbox behind a proxy', () => {
  const opened: AttackedServer[] = []
  afterEach(async () => {
    for (const server of opened.splice(0)) await server.close()
  })
  async function start(env: Readonly<Record<string, string>>): Promise<AttackedServer> {
    const server = await startAttackedServer({ env: { ...silent, ...env } })
    opened.push(server)
    return server
  }

  it('are closed to an address that is not of this machine', async () => {
    const server = await start({ TRUSTED_PROXIES: 'loopback' })
    for (const address of ['203.0.113.7', '10.0.0.1', '127.0.0.1, 203.0.113.7', 'localhost', 'unknown']) {
      const answer = await call(server, 'getClock', { 'x-forwarded-for': address })
      expect([address, judge(answer)]).toStrictEqual([address, closed])
    }
    expect((await call(server, 'getClock', {})).status).toBe(200)
  })

  it('are open to the key alone where there is one', async () => {
    const server = await start({ SANDBOX_KEY: 'a-key-of-tests' })
    const forwarded = { 'x-forwarded-for': '203.0.113.7' }
    for (const operationId of controls)
      expect([operationId, judge(await call(server, operationId, forwarded))]).toStrictEqual([
        operationId,
        closed,
      ])
    expect((await call(server, open, forwarded)).status).toBe(200)
    const keyed = { ...forwarded, 'x-sandbox-key': 'a-key-of-tests' }
    expect((await call(server, 'getClock', keyed)).status).toBe(200)
  })
})
