import { openapiDocument } from '@giftcards/contract'
import { describe, expect, it } from 'vitest'
import { answerExample } from '../contract/operations.fixture.ts'
import { findNextSteps } from '../values/next-steps.ts'
import { createTryBench, type TryBench } from './create-try-bench.ts'

interface Answer {
  readonly status: number
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
}

const opened: Answer = {
  status: 200,
  body: answerExample('createSession', 200, 'opened'),
  headers: { authorization: 'anonymous', 'x-token-exp-seconds': '3600' },
}
const loggedIn: Answer = {
  status: 200,
  body: answerExample('login', 200, 'elite'),
  headers: { authorization: 'elite', 'x-token-exp-seconds': '3600' },
}
const ordered: Answer = { status: 201, body: answerExample('checkout', 201, 'paidByAch') }

/** A bench whose service gives these answers, one after another, and the requests that it got. */
function openBench(...answers: readonly Answer[]) {
  const sent: Request[] = []
  let keys = 0
  const bench = createTryBench({
    document: openapiDocument,
    pageOrigin: 'http://127.0.0.1:3000',
    now: () => 0,
    newKey: () => `key-${(keys += 1)}`,
    fetch: (input, init) => {
      const answer = answers[sent.length]
      sent.push(new Request(input, init))
      if (answer === undefined) return Promise.reject(new TypeError('Failed to fetch'))
      return Promise.resolve(
        Response.json(answer.body, { status: answer.status, headers: { ...answer.headers } }),
      )
    },
  })
  return { bench, sent }
}

const values = (bench: TryBench) => bench.filled.value.form.values

describe('createTryBench', () => {
  it('logs in within a session of its own', async () => {
    const { bench, sent } = openBench(opened, loggedIn)
    await bench.logIn('loginElite')
    expect(sent.map(({ url }) => new URL(url).pathname)).toEqual(['/v3/session', '/v3/customers/login'])
    expect(sent.map(({ headers }) => headers.get('authorization'))).toEqual([null, 'Bearer anonymous'])
    expect(await sent[1]?.json()).toMatchObject({ customer: { email: 'elite@example.com' } })
    expect(bench.memory.value.token).toMatchObject({ token: 'elite', customer: 'elite@example.com' })
  })

  it('opens another session without the token', async () => {
    const { bench, sent } = openBench(opened, opened)
    await bench.openSession()
    await bench.openSession()
    expect(sent[1]?.headers.get('authorization')).toBeNull()
  })

  it('fills in no value that is not needed', () => {
    const { bench } = openBench()
    bench.select('checkout')
    expect(values(bench)).toEqual({
      'header.x-cc-app': 'demo-app',
      'query.checkout': 'condensed',
      'header.Idempotency-Key': 'key-1',
      'header.x-request-id': '',
      'header.Content-Type': 'application/json',
      'header.x-sandbox-trigger': '',
    })
  })

  it('logs in within the session that is open', async () => {
    const { bench, sent } = openBench(opened, loggedIn)
    await bench.openSession()
    await bench.logIn('loginStandard')
    expect(sent).toHaveLength(2)
  })

  it('stops the login where no session opens', async () => {
    const { bench, sent } = openBench({ status: 429, body: { message: ['Too many requests'] } })
    await bench.logIn('loginElite')
    expect(sent).toHaveLength(1)
  })

  it('buys a card in a few clicks', async () => {
    const order = { status: 200, body: answerExample('getOrder', 200, 'delivered') }
    const card = { status: 200, body: answerExample('getWalletCard', 200, 'active') }
    const { bench, sent } = openBench(opened, loggedIn, ordered, order, card)
    await bench.logIn('loginElite')
    bench.select('checkout')
    await bench.send()
    bench.select('getOrder')
    await bench.send()
    bench.select('getWalletCard')
    await bench.send()
    expect(
      sent.slice(2).map(({ method, url }) => `${method} ${url.slice('http://127.0.0.1:3000'.length)}`),
    ).toEqual([
      'POST /v3/orders?checkout=condensed',
      'GET /v3/orders/d2a8f3c6-1b74-4e59-a0d3-7c6b5f4e8d92',
      'GET /v3/wallets/200001',
    ])
    expect(sent[2]?.headers.get('x-cc-app')).toBe('demo-app')
    expect(sent[2]?.headers.get('content-type')).toBe('application/json')
    expect(sent[4]?.headers.get('authorization')).toBe('Bearer elite')
    expect(bench.exchanges.value.map(({ operation }) => operation.id)).toEqual([
      'getWalletCard',
      'getOrder',
      'checkout',
      'login',
      'createSession',
    ])
  })

  it('follows a step of an answer', async () => {
    const cart = { cartId: 'c-1', cards: [], couponData: null }
    const { bench } = openBench({ status: 201, body: cart })
    bench.select('createCart')
    await bench.send()
    const { operation, outcome } = bench.shown.value ?? {}
    const steps =
      operation && outcome?.kind === 'answer' ? findNextSteps(bench.operations, operation, outcome) : []
    for (const step of steps) bench.follow(step)
    expect(bench.operation.value.id).toBe('checkout')
    expect(JSON.parse(bench.filled.value.form.body ?? '')).toMatchObject({ cartId: 'c-1' })
    bench.select('applyCoupon')
    expect(values(bench)).toMatchObject({ 'path.cartId': 'c-1', 'path.couponCode': 'SAVE10' })
  })

  it('offers the newest identifier until something is typed', async () => {
    const again = structuredClone(ordered)
    Object.assign(Object(again.body).buyOrder, { orderId: 'order-2' })
    const { bench } = openBench(ordered, again, again)
    bench.select('checkout')
    await bench.send()
    await bench.send()
    bench.select('getOrder')
    expect(values(bench)['path.orderId']).toBe('order-2')
    bench.setValue('path.orderId', 'mine')
    await bench.send()
    expect(values(bench)['path.orderId']).toBe('mine')
    bench.startAgain()
    expect(values(bench)['path.orderId']).toBe('order-2')
  })

  it('keeps a key for the same body alone', async () => {
    const { bench, sent } = openBench(ordered, ordered, ordered)
    bench.select('checkout')
    await bench.send()
    await bench.send()
    bench.chooseExample('drawdown')
    await bench.send()
    bench.newIdempotencyKey()
    const keys = sent.map(({ headers }) => headers.get('idempotency-key'))
    expect(keys).toEqual(['key-1', 'key-1', 'key-2'])
    expect(values(bench)['header.Idempotency-Key']).toBe('key-3')
  })

  it('keeps a key while another operation is shown', async () => {
    const { bench } = openBench(ordered)
    bench.select('checkout')
    await bench.send()
    bench.select('login')
    bench.select('checkout')
    expect(values(bench)['header.Idempotency-Key']).toBe('key-1')
  })

  it('replaces a typed body by the example that is chosen', () => {
    const { bench } = openBench()
    bench.select('checkout')
    bench.setBody('{}')
    bench.chooseExample('drawdown')
    expect(JSON.parse(bench.filled.value.form.body ?? '')).toMatchObject({
      payment: { method: 'DRAWDOWN_ACCOUNT' },
    })
  })

  it('keeps a typed key whatever the body', async () => {
    const { bench, sent } = openBench(ordered, ordered)
    bench.select('checkout')
    bench.setValue('header.Idempotency-Key', 'mine')
    await bench.send()
    bench.setBody('{}')
    await bench.send()
    expect(sent.map(({ headers }) => headers.get('idempotency-key'))).toEqual(['mine', 'mine'])
    bench.newIdempotencyKey()
    expect(values(bench)['header.Idempotency-Key']).toBe('key-2')
  })

  it('tells one address nothing of another', async () => {
    const { bench } = openBench(opened, ordered)
    await bench.openSession()
    bench.select('checkout')
    await bench.send()
    bench.kind.value = 'mock'
    bench.select('getOrder')
    expect(bench.memory.value.token).toBeUndefined()
    expect(bench.filled.value.request.headers.map(([name]) => name)).not.toContain('Authorization')
    expect(values(bench)['path.orderId']).toBe('d2a8f3c6-1b74-4e59-a0d3-7c6b5f4e8d92')
    bench.setAddress('http://127.0.0.1:3000/')
    expect(bench.memory.value.token?.token).toBe('anonymous')
  })

  it('tells an address that was chosen meanwhile nothing', async () => {
    const { bench } = openBench(opened)
    const sending = bench.openSession()
    bench.setAddress('http://elsewhere.test')
    await sending
    expect(bench.memory.value.token).toBeUndefined()
    bench.setAddress('http://127.0.0.1:3000')
    expect(bench.memory.value.token?.token).toBe('anonymous')
  })

  it('gives up waiting', async () => {
    const { bench } = openBench(opened)
    const sending = bench.openSession()
    const waiting = bench.inFlight.value
    bench.cancel()
    expect(waiting?.signal.aborted).toBe(true)
    await sending
  })

  it('sends a wrong token on purpose', async () => {
    const { bench, sent } = openBench(opened, opened, opened)
    await bench.openSession()
    bench.select('getDrawdownAccount')
    bench.setTokenChoice('none')
    await bench.send()
    bench.setTokenChoice('spoilt')
    await bench.send()
    expect(sent.slice(1).map(({ headers }) => headers.get('authorization'))).toEqual([
      null,
      'Bearer not.a.token',
    ])
  })

  it('shares the application between operations', () => {
    const { bench } = openBench()
    bench.setValue('header.x-cc-app', 'demo-app-2')
    bench.select('checkout')
    expect(values(bench)['header.x-cc-app']).toBe('demo-app-2')
  })

  it('shows an earlier request as it was sent', async () => {
    const { bench } = openBench(ordered)
    bench.select('checkout')
    bench.setBody('{"cards": []}')
    await bench.send()
    bench.startAgain()
    bench.setValue('header.x-cc-app', 'other-app')
    bench.kind.value = 'mock'
    bench.select('login')
    const [exchange] = bench.exchanges.value
    if (exchange !== undefined) bench.load(exchange)
    expect(bench.target.value.kind).toBe('sandbox')
    expect(bench.filled.value.form.body).toBe('{"cards": []}')
    expect(values(bench)).toMatchObject({ 'header.x-cc-app': 'demo-app', 'header.Idempotency-Key': 'key-1' })
    bench.setValue('header.x-cc-app', 'other-app')
    expect(values(bench)['header.x-cc-app']).toBe('other-app')
  })

  it('keeps a request that nobody answered', async () => {
    const { bench } = openBench()
    await bench.send()
    expect(bench.exchanges.value.map(({ outcome }) => outcome.kind)).toEqual(['none'])
    expect(bench.inFlight.value).toBeUndefined()
  })

  it('ignores the name of no operation', () => {
    const { bench } = openBench()
    bench.select('checkout')
    bench.select('refrigerate')
    expect(bench.operation.value.id).toBe('checkout')
  })
})
