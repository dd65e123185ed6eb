import { type OperationId, operationTable } from '@giftcards/contract'
import { type PaymentGateway, StoreUnavailableError } from '@giftcards/marketplace'
import { openSqliteStore } from '@giftcards/storage'
import { demoPassword } from '@giftcards/server'
import { createRealKeys, runProcess, runVerbHere } from '@giftcards/test-harness/process'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { placesOf, replaceAt, requestSamples } from '../hostile/request-samples.ts'
import {
  type CallOptions,
  createFailingStore,
  everyCall,
  type Exchange,
  fillPath,
  type Sandbox,
  sendRaw,
  startSandbox,
  startServerOn,
  storyCard,
  storyPayments,
} from '@giftcards/test-harness'

const mark = 'cAnArY7'
const keys = createRealKeys()
const former = createRealKeys()
/** Settings that are secrets or contain one. */
const secretSettings = { ...keys, CARD_DATA_KEYS_OLD: former.CARD_DATA_KEY, SANDBOX_SEED: `${mark}-seed` }
const keyTexts = [keys.CARD_DATA_KEY, former.CARD_DATA_KEY, ...keys.JWT_PRIVATE_KEY.split('\n').slice(1, 3)]
/** An error text of several lines, one of which imitates a stack frame. */
const defect = `${mark}-defect\n    at ${mark}-frame (number 9999000011112222)`
const gateway: PaymentGateway = {
  charge: ({ kind }) =>
    kind === 'card' ? Promise.reject(new TypeError(defect)) : Promise.resolve({ kind: 'accepted' }),
  cancel: () => Promise.reject(new TypeError(defect)),
  refund: () => Promise.reject(new TypeError(defect)),
  find: () => Promise.reject(new TypeError(defect)),
}
const store = createFailingStore(await openSqliteStore({ location: ':memory:', mode: 'sandbox' }))
const address = {
  firstname: `${mark}-first`,
  lastname: `${mark}-last`,
  street: `${mark}-street`,
  street2: `${mark}-street2`,
  city: `${mark}-city`,
  state: 'OR',
  postcode: '97201',
  company: `${mark}-company`,
}
const addresses = { shippingDetails: address, billingDetails: address }
const extra = { [`${mark}-name`]: `${mark}-value` }

interface Told {
  readonly logs: readonly string[]
  readonly metrics: string
  readonly requests: string
  /** The result of `getRequest` for each request. */
  readonly exchanges: readonly string[]
}

let sandbox: Sandbox
let told: Told
const statuses = new Map<string, Set<number>>()
const secrets = new Set<string>([mark, demoPassword, '12 Harbor Street', '****7001', '97201', ...keyTexts])
/** Every unsuccessful response: its body and its headers, as one text. */
const refusals: string[] = []

beforeAll(async () => {
  sandbox = await startSandbox(secretSettings, { gateway, store })
  await everything()
  const metrics = await sendRaw(sandbox.url, { method: 'get', path: `/metrics?${mark}` })
  const requests = await sandbox.control('listRequests', { query: { limit: 500 } })
  const { requests: entries } = requests.body as { requests: readonly { number: number }[] }
  const exchanges: string[] = []
  for (const { number } of entries) {
    const exchange = await sandbox.wantControl('getRequest', 200, { path: { requestNumber: number } })
    exchanges.push(JSON.stringify(exchange))
  }
  told = {
    logs: sandbox.logLines,
    metrics: metrics.text,
    requests: requests.text,
    exchanges,
  }
})
afterAll(() => sandbox.close())

let token = ''

/** Calls an operation with a canary in every header, in the query, and in all values from the options. */
async function call(operationId: OperationId, options: CallOptions = {}, raw?: string): Promise<Exchange> {
  const { method, path } = operationTable[operationId]
  const checkout = operationId === 'checkout' ? { checkout: 'condensed' } : {}
  const query = { ...checkout, [`${mark}-query`]: `${mark}-value` }
  const body = raw ?? (options.body === undefined ? undefined : JSON.stringify(options.body))
  const headers = {
    'user-agent': `${mark}-agent`,
    'x-cc-app': 'demo-app',
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    cookie: `session=${mark}-cookie`,
    referer: `https://example.com/${mark}`,
    'x-forwarded-for': `${mark}-address`,
    'x-request-id': `${mark} is not safe`,
    'x-anything': `${mark}-header`,
    ...options.headers,
  }
  const answer = await sendRaw(sandbox.url, {
    method,
    path: fillPath(path, { ...options, query }),
    headers: Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== null),
    ...(body === undefined ? {} : { body }),
  })
  statuses.set(operationId, (statuses.get(operationId) ?? new Set()).add(answer.status))
  // A token in the headers of a refusal is the caller's own token, refreshed.
  const shown = [...answer.headers].filter(([name]) => name !== 'authorization')
  if (answer.status >= 400) refusals.push(`${answer.text}\n${JSON.stringify(shown)}`)
  const fresh = answer.headers.get('authorization')
  if (fresh !== null) {
    token = fresh
    secrets.add(fresh)
    for (const part of fresh.split('.')) secrets.add(part)
  }
  return answer
}

/** Calls every operation: successes, refusals, failures of the request, a defect, and an unavailable store. */
async function everything(): Promise<void> {
  await call('createSession')
  const customer = { email: 'elite@example.com', password: demoPassword }
  await call('login', { body: { customer: { ...customer, password: `${mark}-password` } } })
  await call('login', { body: { customer: { email: `${mark}@example.com`, password: demoPassword } } })
  await call('login', { body: { customer: { ...customer, ...extra } } })
  await fillAndChangeCart()
  const walletId = await buy()
  const values = await read(walletId)
  await plant(values)
  await fail(walletId)
}

/** Puts these values into every field of every body, every path parameter and every checked header, where they do not belong. */
async function plant(values: readonly string[]): Promise<void> {
  for (const sample of requestSamples) {
    for (const [index, place] of placesOf(sample).entries()) {
      const value = index % 2 === 0 ? `${mark} ${values[0]}` : { [mark]: [mark, ...values] }
      const body = replaceAt(sample.body, place, value)
      await call(sample.operationId, { path: { cartId: mark, cardId: mark }, body })
    }
  }
  for (const [operationId, sample] of everyCall) {
    for (const value of [values[0] ?? '', token]) {
      const path = { cartId: value, cardId: value, orderId: value, couponCode: value }
      await call(operationId, { ...sample, path })
    }
  }
  for (const operationId of ['createCart', 'checkout', 'getSecureData'] as const)
    for (const name of judgedHeaders)
      await call(operationId, { path: { cardId: mark }, headers: { [name]: `${mark} ${name}` } }, `{"${mark}`)
}

const judgedHeaders = [
  'user-agent',
  'x-cc-app',
  'authorization',
  'content-type',
  'content-encoding',
  'idempotency-key',
  'expect',
  'host',
  'x-sandbox-trigger',
]

async function fillAndChangeCart(): Promise<void> {
  const created = await call('createCart', { body: { action: 'buy', ...extra } })
  const { cartId } = created.body as { cartId: string }
  const cards = [{ ...storyCard.harborB2B(2), ...extra }, storyCard.pixelEcode()]
  const added = await call('addCards', { path: { cartId }, body: { cards, ...extra } })
  const { cart } = added.body as { cart: { cards: readonly { id: string }[] } }
  const path = { cartId, cardId: cart.cards[0]!.id }
  await call('adjustCardQuantity', { path, body: { qty: 1, ...extra } })
  await call('adjustCardQuantity', { path: { ...path, cardId: mark }, body: { qty: mark } })
  await call('applyCoupon', { path: { cartId, couponCode: `${mark}-code` } })
  await call('applyCoupon', { path: { cartId, couponCode: 'SAVE10' } })
  await call('removeCoupon', { path: { cartId, couponCode: `${mark}-code` } })
  await call('removeCoupon', { path: { cartId, couponCode: 'SAVE10' } })
  await call('removeCard', { path: { cartId, cardId: cart.cards[1]!.id } })
  await call('removeCard', { path: { cartId: `${mark}-cart`, cardId: `${mark}-card` } })
  await call('addCards', { path: { cartId: `${mark}-cart` }, body: { cards: [{ type: mark, ...extra }] } })
  const byCart = { cartId, paymentMethod: 'DRAWDOWN_ACCOUNT', shippingDetails: address, ...extra }
  await call('checkout', { body: byCart })
  await call('checkout', { body: { ...byCart, cartId: `${mark}-cart` } })
}

async function buy(): Promise<number> {
  const cards = [storyCard.harborB2B()]
  const body = { cards, payment: { ...storyPayments.ACH, ...extra }, ...addresses, ...extra }
  const headers = { 'idempotency-key': `${mark}-key` }
  const placed = await call('checkout', { body, headers })
  await call('checkout', { body, headers })
  await call('checkout', { body: { ...body, couponCode: 'SAVE10' }, headers })
  await call('checkout', { body: { ...body, couponCode: `${mark}-code` } })
  await call('checkout', { body: { ...body, payment: { method: mark } } })
  await call('checkout', { body: { ...body, cartId: mark } })
  await call('checkout', { body, headers: { 'idempotency-key': `${mark} key` } })
  const { buyOrder } = placed.body as { buyOrder: { orderId: string; cards: readonly { id: number }[] } }
  await call('getOrder', { path: { orderId: buyOrder.orderId } })
  return buyOrder.cards[0]!.id
}

async function read(cardId: number): Promise<readonly string[]> {
  const wallet = await call('getWalletCard', { path: { cardId } })
  const secure = await call('getSecureData', { path: { cardId } })
  const { number, pin, barcode } = secure.body as Record<'number' | 'pin', string> & {
    barcode: { contents: string }
  }
  for (const secret of [number, number.slice(-8), pin, barcode.contents, barcode.contents.slice(4)]) {
    secrets.add(secret)
  }
  expect(wallet.status).toBe(200)
  await call('getDrawdownAccount')
  await call('listDrawdownTransactions')
  await call('getSecureData', { path: { cardId: `${mark}-card` } })
  await call('getOrder', { path: { orderId: `${mark}-order` } })
  return [number, pin, barcode.contents]
}

async function fail(cardId: number): Promise<void> {
  const cards = [storyCard.harborB2B()]
  await call('checkout', { body: { cards, payment: storyPayments.CREDITCARD, ...addresses } })
  for (const raw of [`{"${mark}`, `["${mark}"]`, `{"action":"${mark}"}`, mark.repeat(40_000)]) {
    await call('createCart', {}, raw)
  }
  await call('createCart', { headers: { 'content-type': `text/${mark}` } }, mark)
  for (const headers of [
    { 'user-agent': null },
    { 'x-cc-app': null },
    { authorization: `Bearer ${mark}.${mark}.${mark}` },
    { 'x-sandbox-trigger': 'internal_error' },
    { 'x-sandbox-trigger': 'rate_limited' },
  ] as readonly NonNullable<CallOptions['headers']>[]) {
    await call('getSecureData', { path: { cardId }, headers })
  }
  const headers = [['authorization', `Bearer ${token}`]] as const
  for (const path of [
    `/${mark}`,
    `/v3/${mark}/${token}`,
    `/v3/carts?${mark}`,
    `/healthz?${mark}`,
    '/metrics',
  ]) {
    await sendRaw(sandbox.url, { method: 'delete', path, headers })
    await sendRaw(sandbox.url, { method: 'get', path, headers })
  }
  store.failWith(new StoreUnavailableError(`${defect} away`))
  await call('getWalletCard', { path: { cardId } })
  await sendRaw(sandbox.url, { method: 'get', path: '/readyz' })
  store.failWith(new Error(defect))
  await call('login', { body: { customer: { email: 'elite@example.com', password: demoPassword } } })
  await call('getWalletCard', { path: { cardId } })
  store.recover()
}

/** Returns the secrets that a text contains. A short one must be a separate word, since any number may contain it. */
function secretsIn(text: string, all: Iterable<string> = secrets): readonly string[] {
  return [...all].filter((secret) =>
    secret.length > 6 ? text.includes(secret) : new RegExp(`(?<![\\w.-])${secret}(?![\\w.-])`).test(text),
  )
}

describe('the canaries', () => {
  it('reach every operation, its successes and failures', () => {
    for (const { operationId } of Object.values(operationTable)) {
      const seen = [...(statuses.get(operationId) ?? [])]
      expect([operationId, seen.some((status) => status < 300)]).toStrictEqual([operationId, true])
    }
    const all = new Set([...statuses.values()].flatMap((seen) => [...seen]))
    for (const status of [200, 201, 400, 401, 404, 413, 415, 422, 429, 500, 503])
      expect(all).toContain(status)
    expect(secrets.size).toBeGreaterThan(12)
  })
})

describe('the log', () => {
  it('has a line for every request and every defect', () => {
    const lines = told.logs.map((line) => JSON.parse(line) as { msg: string; status?: number })
    expect(lines.filter(({ msg }) => msg === 'request').length).toBeGreaterThan(60)
    expect(lines.filter(({ msg }) => msg === 'defect').length).toBeGreaterThanOrEqual(2)
  })

  it('holds no canary, token, card number, PIN or barcode', () => {
    expect(told.logs.flatMap((line) => secretsIn(line).map((secret) => [secret, line]))).toStrictEqual([])
  })
})

describe('the metrics', () => {
  it('hold no canary, token, card number, PIN or barcode', () => {
    expect(told.metrics).toContain('http_requests_total')
    // The values are measurements, so they may contain any number.
    const labels = told.metrics.split('\n').map((line) => line.replace(/ [-+\d.eE]+$|NaN$/, ''))
    expect(labels.flatMap((label) => secretsIn(label))).toStrictEqual([])
  })
})

describe('the request log', () => {
  it('holds no canary, token, card number, PIN or barcode', () => {
    expect(told.requests).toContain('"operationId":"getSecureData"')
    const { requests } = JSON.parse(told.requests) as { requests: readonly object[] }
    expect(requests.length).toBeGreaterThan(50)
    const leaks = requests
      .map((entry) => JSON.stringify(entry))
      .flatMap((entry) => secretsIn(entry).map((one) => [one, entry]))
    expect(leaks).toStrictEqual([])
  })
})

describe('the exchanges of the request log', () => {
  // The values that a client sends about itself and its customer are shown where the contract declares them.
  const shown = new Set([mark, '12 Harbor Street', '97201'])
  const undeclared = ['password', 'cookie', 'header', 'name', 'value', 'query', 'app', 'card', 'order']

  it('hold no password, token, card number, PIN, barcode, bank number or value that the contract does not declare', () => {
    expect(told.exchanges.length).toBeGreaterThan(50)
    const hidden = [...secrets].filter((secret) => !shown.has(secret))
    expect(hidden.length).toBeGreaterThan(10)
    const all = [...hidden, ...undeclared.map((word) => `${mark}-${word}`)]
    expect(told.exchanges.flatMap((text) => secretsIn(text, all).map((one) => [one, text]))).toStrictEqual([])
  })
})

describe('a refusal', () => {
  it('repeats no secret', () => {
    expect(refusals.length).toBeGreaterThan(120)
    expect(refusals.flatMap((refusal) => secretsIn(refusal).map((one) => [one, refusal]))).toStrictEqual([])
  })
})

describe('a server that cannot start', () => {
  const settings = { DATABASE_URL: 'sqlite::memory:', ...secretSettings, SANDBOX_KEY: `${mark}-sandbox-key` }

  it.each<[string, Readonly<Record<string, string>>]>([
    ['a malformed database address', { DATABASE_URL: `postgres://user:${mark}-pass@:x/cards` }],
    ['another database', { DATABASE_URL: `mysql://root:${mark}-pass@db.test/cards` }],
    ['a wrong key', { CARD_DATA_KEY: mark }],
    ['a wrong port', { PORT: mark }],
    ['a wrong mode', { NODE_ENV: mark }],
    ['wrong origins', { CORS_ORIGINS: `https://user:${mark}@shop.example.com` }],
    ['a wrong address of traces', { OTEL_EXPORTER_OTLP_ENDPOINT: `ftp://user:${mark}@traces.test` }],
    ['sandbox settings in production', { NODE_ENV: 'production' }],
  ])('because of %s has a reason without a secret', async (_what, env) => {
    const refusal = await startServerOn({ ...settings, ...env }).catch((error: unknown) => error)
    const { message } = refusal as Error
    expect(refusal).toBeInstanceOf(Error)
    expect(message).toMatch(/^[^\n]+$/)
    expect(secretsIn(message)).toStrictEqual([])
  })

  it('because of an unreachable database says so in one line, as a command does', async () => {
    const DATABASE_URL = `postgres://${mark}:${mark}-pass@127.0.0.1:1/cards`
    const server = await runProcess({ ...settings, DATABASE_URL })
    const command = await runVerbHere('rotate-card-data', DATABASE_URL, [], { env: secretSettings })
    expect([server.code, command.code, server.stdout + command.stdout]).toStrictEqual([2, 2, ''])
    expect(server.stderr).toMatch(/^[^\n]+\n$/)
    expect(command.stderr).toMatch(/^Database: [^\n]+\nDATABASE_URL: [^\n]+\n$/)
    expect(secretsIn(server.stderr + command.stderr)).toStrictEqual([])
  })
})
