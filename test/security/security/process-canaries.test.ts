import { type OperationId, operationTable } from '@giftcards/contract'
import { demoPassword } from '@giftcards/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { placesOf, replaceAt, requestSamples } from '../hostile/request-samples.ts'
import {
  createRealKeys,
  type Ended,
  endProcesses,
  runProcess,
  startProcess,
} from '@giftcards/test-harness/process'
import {
  fillPath,
  openSession,
  type Partner,
  placeOrder,
  sampleCalls,
  send,
  sendRaw,
  startServerOn,
  storyCard,
} from '@giftcards/test-harness'
import { runCommand } from './run-command.ts'

const mark = 'cAnArY7'
const keys = createRealKeys()
const former = createRealKeys()
/** Each setting that is a secret, or holds one. */
const secretSettings = {
  ...keys,
  CARD_DATA_KEYS_OLD: former.CARD_DATA_KEY,
  SANDBOX_KEY: `${mark}-sandbox-key`,
  SANDBOX_SEED: `${mark}-seed`,
}
const pemLines = keys.JWT_PRIVATE_KEY.split('\n').slice(1, 3)
const secrets = [mark, demoPassword, keys.CARD_DATA_KEY, former.CARD_DATA_KEY, ...pemLines]

let ended: Ended
let metrics = ''
/** Every response that is no success: its body, and its headers as one text. */
const refusals: string[] = []
const statuses = new Set<number>()

beforeAll(async () => {
  const server = await startProcess({ ...secretSettings, RATE_LIMIT_PER_MINUTE: '0', LOG_LEVEL: 'trace' })
  const partner = await openSession(server.url)
  await partner.login('elite@example.com')
  secrets.push(partner.token, ...partner.token.split('.').slice(1))
  const cardId = (await placeOrder(partner, [storyCard.harborB2B()])).cards[0]!.id
  const secure = await partner.want('getSecureData', 200, { path: { cardId } })
  secrets.push(secure.number, secure.barcode.contents)
  await plantInBodies(server.url, partner, [secure.number, secure.pin, secure.barcode.contents])
  await plantInPathsAndHeaders(server.url, partner, secure.number)
  for (const path of ['/__sandbox/clock', '/__sandbox/customers'])
    keep(await send(server.url, { method: 'get', path, headers: { 'x-sandbox-key': `${mark}-wrong` } }))
  metrics = (await send(server.url, { method: 'get', path: `/metrics?${mark}` })).text
  ended = await server.end()
})
afterAll(endProcesses)

function keep({ status, headers, text }: { status: number; headers: Headers; text: string }): void {
  statuses.add(status)
  // A token in the headers of a refusal is the caller's own, refreshed.
  if (status >= 400)
    refusals.push(`${text}\n${[...headers].map(([name, value]) => `${name}: ${value}`).join('\n')}`)
}

const good = (partner: Partner) =>
  [
    ['user-agent', `${mark}-agent`],
    ['x-cc-app', 'demo-app'],
    ['authorization', `Bearer ${partner.token}`],
  ] as const

/** Every field of every body in turn: a canary, and what is worth money, where it does not belong, as text or as an object. */
async function plantInBodies(url: string, partner: Partner, values: readonly string[]): Promise<void> {
  for (const sample of requestSamples) {
    const { method, path } = operationTable[sample.operationId]
    const options = { path: { cartId: mark, cardId: mark }, query: { checkout: 'condensed', [mark]: mark } }
    for (const [index, place] of placesOf(sample).entries()) {
      const value = index % 2 === 0 ? `${mark} ${values[0]}` : { [mark]: [mark, ...values] }
      keep(
        await sendRaw(url, {
          method,
          path: fillPath(path, options),
          headers: [...good(partner), ['content-type', 'application/json']],
          body: JSON.stringify(replaceAt(sample.body, place, value)),
        }),
      )
    }
  }
}

/** Headers that are judged, or read: each alone, so that the others do not hide what it leads to. */
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
  'x-request-id',
]
/** Headers that change nothing, all at once. */
const otherHeaders = [
  'accept',
  'origin',
  'cookie',
  'traceparent',
  'if-none-match',
  'x-forwarded-for',
  'x-forwarded-proto',
].map((name) => [name, `${mark} ${name}`] as const)

/** Every parameter of every path, and every header. */
async function plantInPathsAndHeaders(url: string, partner: Partner, number: string): Promise<void> {
  for (const [operationId, call] of Object.entries(sampleCalls)) {
    const { method, path } = operationTable[operationId as OperationId]
    const body = 'body' in call ? { body: JSON.stringify(call.body) } : {}
    const type = 'body' in call ? [['content-type', 'application/json'] as const] : []
    const headers = [...good(partner), ...type, ...otherHeaders]
    for (const value of [mark, number, partner.token]) {
      const filled = path.replaceAll(/\{\w+\}/g, encodeURIComponent(value))
      keep(await sendRaw(url, { method, path: filled, headers, ...body }))
    }
    keep(await sendRaw(url, { method, path: fillPath(path, call), headers, body: `{"${mark}` }))
  }
  for (const operationId of ['createCart', 'checkout', 'getSecureData'] as const) {
    const { method, path } = operationTable[operationId]
    for (const name of judgedHeaders) {
      const headers = [...good(partner).filter(([own]) => own !== name), [name, `${mark} ${name}`] as const]
      const filled = fillPath(path, sampleCalls[operationId])
      keep(await sendRaw(url, { method, path: filled, headers, body: `{"${mark}` }))
    }
  }
  for (const trigger of ['internal_error', 'rate_limited', 'token_expired']) {
    const headers = [...good(partner), ['x-sandbox-trigger', trigger] as const]
    keep(await sendRaw(url, { method: 'get', path: `/v3/customers/drawdown-account?${mark}`, headers }))
  }
  for (const method of ['get', 'patch'])
    keep(await sendRaw(url, { method, path: `/v3/carts?${mark}`, headers: good(partner) }))
  for (const method of ['get', 'trace', 'patch'])
    keep(
      await sendRaw(url, {
        method,
        path: `/${mark}/${encodeURIComponent(number)}?${mark}`,
        headers: good(partner),
      }),
    )
}

const leaks = (text: string): readonly string[] => secrets.filter((secret) => text.includes(secret))

describe('a running server', () => {
  it('was told everything', () => {
    expect(refusals.length).toBeGreaterThan(120)
    for (const status of [400, 401, 404, 405, 415, 429, 500]) expect(statuses).toContain(status)
    expect(ended.stdout.match(/"msg":"request"/g)?.length).toBeGreaterThan(120)
  })

  it('writes no secret to its output', () => {
    // The banner prints the password that is published; the log does not.
    expect(leaks(ended.stdout).filter((secret) => secret !== demoPassword)).toStrictEqual([])
    const logged = ended.stdout.split('\n').filter((line) => line.startsWith('{'))
    expect(leaks(logged.join('\n'))).toStrictEqual([])
    expect(leaks(ended.stderr)).toStrictEqual([])
  })

  it('shows no secret in its metrics', () => {
    expect(metrics).toContain('http_requests_total')
    expect(leaks(metrics)).toStrictEqual([])
  })

  it('repeats no secret in a refusal', () => {
    expect(refusals.flatMap((refusal) => leaks(refusal).map((secret) => [secret, refusal]))).toStrictEqual([])
  })
})

describe('a server that cannot start', () => {
  it.each<[string, Readonly<Record<string, string>>]>([
    ['an unreachable database', { DATABASE_URL: `postgres://${mark}:${mark}-pass@127.0.0.1:1/cards` }],
  ])('because of %s says so without a secret', async (_what, env) => {
    const { code, stdout, stderr } = await runProcess({ ...secretSettings, ...env })
    expect(code).toBe(2)
    expect(stderr).toMatch(/^[^\n]+\n$/)
    expect(leaks(stdout + stderr)).toStrictEqual([])
  })

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
    const settings = { DATABASE_URL: 'sqlite::memory:', ...secretSettings, ...env }
    const refusal = await startServerOn(settings).catch((error: unknown) => error)
    const { message } = refusal as Error
    expect(refusal).toBeInstanceOf(Error)
    expect(message).toMatch(/^[^\n]+$/)
    expect(leaks(message)).toStrictEqual([])
  })
})

describe('a command that cannot run', () => {
  it('says so without a secret', async () => {
    const { code, stdout, stderr } = await runCommand('rotate-card-data', {
      ...secretSettings,
      DATABASE_URL: `postgres://${mark}:${mark}-pass@127.0.0.1:1/cards`,
    })
    expect([code, stdout]).toStrictEqual([2, ''])
    expect(stderr).toMatch(/^Database: [^\n]+\nDATABASE_URL: [^\n]+\n$/)
    expect(leaks(stderr)).toStrictEqual([])
  })
})
