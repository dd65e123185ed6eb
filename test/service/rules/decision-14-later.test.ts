import type { SeedData, StoreMode } from '@giftcards/marketplace'
import {
  createLogger,
  createServer,
  demoPassword,
  listen,
  publishedData,
  readConfig,
} from '@giftcards/server'
import { openStore } from '@giftcards/storage'
import { afterEach, describe, expect, it } from 'vitest'
import { createRealKeys } from '@giftcards/test-harness/process'
import { type Exchange, openSession, rememberingHasher, send, storyCard } from '@giftcards/test-harness'
import { useSandbox } from '@giftcards/test-harness/vitest'

const sandbox = await useSandbox()

describe('a malformed id in a path', () => {
  it.each([
    ['getOrder', 'orderId', '00000000-0000-4000-8000-000000000000', 'order_not_found'],
    ['getWalletCard', 'cardId', '1', 'card_not_found'],
    ['getSecureData', 'cardId', '1', 'card_not_found'],
  ] as const)(
    'is unknown to %s before its login is missed',
    { meta: { rules: ['D14-01'] } },
    async (operationId, name, wellFormed, code) => {
      const partner = await sandbox.partner()
      const login = await partner.call(operationId, { path: { [name]: wellFormed } })
      expect([login.status, login.code]).toStrictEqual([401, 'login_required'])
      const unknown = await partner.call(operationId, { path: { [name]: 'no-id' } })
      expect([unknown.status, unknown.code]).toStrictEqual([404, code])
    },
  )
})

const placesOf = ({ messages }: Exchange) => messages.map((text) => text.split(' ')[0])

describe('validation_error', () => {
  it('has 20 texts at most, each with its place', { meta: { rules: ['D14-02'] } }, async () => {
    const partner = await sandbox.partner()
    const { cartId } = await partner.want('createCart', 201, { body: { action: 'buy' } })
    const add = (quantities: readonly number[]) => {
      const cards = quantities.map((quantity) => storyCard.harborEcode(quantity))
      return partner.call('addCards', { path: { cartId }, body: { cards } })
    }
    const few = await add([1, 0, 2, 101])
    expect([few.code, placesOf(few)]).toStrictEqual([
      'validation_error',
      ['cards[1].quantity', 'cards[3].quantity'],
    ])
    const many = await add(Array.from({ length: 40 }, () => 0))
    expect([many.status, many.code]).toStrictEqual([400, 'validation_error'])
    expect(placesOf(many)).toStrictEqual(Array.from({ length: 20 }, (_, at) => `cards[${at}].quantity`))
  })
})

/** A name that is too long for the contract. */
const canary = 'Canary'.repeat(40)
const [customer, ...others] = publishedData.customers
const oddData: SeedData = {
  ...publishedData,
  customers: customer === undefined ? [] : [{ ...customer, firstname: canary }, ...others],
}

describe('a response that breaks the contract', () => {
  const opened: (() => Promise<unknown>)[] = []
  afterEach(async () => {
    for (const close of opened.splice(0).toReversed()) await close()
  })

  /** Logs in the customer whose name is too long, on a server in this mode. */
  async function breakContract(mode: StoreMode, env: Readonly<Record<string, string>>) {
    const store = await openStore('sqlite::memory:', { mode })
    opened.push(() => store.close())
    await store.transaction((tx) => tx.seedIfEmpty(oddData))
    const logLines: string[] = []
    const log = createLogger('info', { write: (line) => void logLines.push(line) })
    const server = await createServer(readConfig(env), { store, log, passwords: rememberingHasher })
    opened.push(() => server.stop())
    const listening = await listen(server.app, { host: '127.0.0.1', port: 0 })
    opened.push(() => listening.close({ graceMs: 0 }))
    await server.start()
    const { url } = listening
    const { token } = await openSession(url)
    const answer: Exchange = await send(url, {
      method: 'post',
      path: '/v3/customers/login',
      headers: { 'x-cc-app': 'demo-app', authorization: `Bearer ${token}` },
      body: { customer: { email: customer?.email, password: demoPassword } },
    })
    const defects = logLines.filter((line) => line.includes('"msg":"defect"'))
    const metrics = await (await fetch(`${url}/metrics`)).text()
    return { answer, defects, metrics }
  }

  it('becomes 500 in the sandbox', { meta: { rules: ['D14-03'] } }, async () => {
    const { answer, defects } = await breakContract('sandbox', {})
    expect([answer.status, answer.code, answer.messages]).toStrictEqual([
      500,
      'internal_error',
      ['Internal server error'],
    ])
    expect(answer.text).not.toContain('Canary')
    expect(defects).toHaveLength(1)
  })

  it('is sent, logged and counted in production', { meta: { rules: ['D14-04'] } }, async () => {
    const env = { NODE_ENV: 'production', ALLOW_SIMULATED_PAYMENTS: '1', ...createRealKeys() }
    const { answer, defects, metrics } = await breakContract('production', env)
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({ customer: { firstname: canary } })
    expect(defects.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      {
        operationId: 'login',
        status: 200,
        schemaPlace: expect.stringContaining('/firstname') as string,
      },
    ])
    expect(defects.join()).not.toContain('Canary')
    expect(metrics).toContain('contract_breaches_total{operation="login",status="200"} 1\n')
  })
})
