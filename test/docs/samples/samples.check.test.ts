import { execFile } from 'node:child_process'
import process from 'node:process'
import { promisify } from 'node:util'
import { operationTable } from '@giftcards/contract'
import { sandboxOperationTable } from '@giftcards/contract/sandbox'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  checkExchange,
  fillCart,
  type KnownIds,
  type Partner,
  placeOrder,
  storyCards,
  storyIds,
} from '@giftcards/test-harness'
import { sandbox } from '../site.ts'
import { Project, type SentExchange } from './project.ts'
import { labels, type Sample, samples } from './read-samples.ts'

const project = new Project()
let partner: Partner
beforeAll(async () => {
  await sandbox.reset()
  partner = await sandbox.partner('elite@example.com')
})
afterAll(() => project.close())

/**
 * Resets the sandbox and creates the objects that a sample names. One is the customer's cart with the story's cards, and
 * with SAVE10 if the sample removes it. Another is an order whose first card was delivered less than a day ago. Returns the
 * server's IDs by the IDs of the story.
 */
async function setStage({ operationId, source }: Sample): Promise<KnownIds> {
  const known = new Map<string | number, string | number>()
  const names = (...ids: readonly (string | number)[]): boolean =>
    ids.some((id) => source.includes(String(id)))
  await sandbox.reset()
  if (names(storyIds.order, storyIds.firstCard)) {
    const { orderId, cards } = await placeOrder(partner, storyCards)
    known.set(storyIds.order, orderId).set(storyIds.firstCard, cards[0]?.id ?? 0)
  }
  if (names(storyIds.cart)) {
    const { cartId, cards } = await fillCart(partner)
    known.set(storyIds.cart, cartId).set(storyIds.firstLine, cards[0]?.id ?? '')
    if (operationId === 'removeCoupon') {
      await partner.want('applyCoupon', 200, { path: { cartId, couponCode: 'SAVE10' } })
    }
  }
  if (operationId === 'getRequest' || operationId === 'replayRequest') {
    // The samples name the second request of the log.
    await partner.want('createCart', 201, { body: { action: 'buy' } })
    await partner.want('createCart', 200, { body: { action: 'buy' } })
  }
  return known
}

/** Returns the sample with the host, token and IDs of this sandbox instead of the published ones. */
function atHome({ source }: Sample, known: KnownIds): string {
  const home = [
    ['http://127.0.0.1:3000', sandbox.url],
    ['YOUR_TOKEN', partner.token],
  ] as const
  return [...home, ...known].reduce(
    (text, [published, living]) => text.replaceAll(String(published), String(living)),
    source,
  )
}

const run = promisify(execFile)

/**
 * Runs a sample in bash and reads the exchange from the output of curl. A `.curlrc` makes curl print the head of the
 * response, and the request on standard error. Rejects if bash, curl or the call fails.
 */
async function runCurl(source: string): Promise<SentExchange> {
  const writeOut = String.raw`write-out = "%{stderr}%{method} %{url_effective}"`
  project.write('.curlrc', ['include', 'silent', 'show-error', writeOut].join('\n'))
  const { stdout, stderr } = await run('bash', ['--norc', '-euc', source], {
    env: { PATH: process.env['PATH'], CURL_HOME: project.folder },
  })
  const [method = '', url = ''] = stderr.split(' ')
  const [head = '', ...body] = stdout.split('\r\n\r\n')
  const [statusLine = '', ...headers] = head.split('\r\n')
  return {
    method,
    url,
    status: Number(statusLine.split(' ')[1]),
    headers: new Headers(
      headers.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
    ),
    text: body.join('\r\n\r\n'),
  }
}

/** Runs a sample. Returns how its request differs from its own operation, and the response from a success by the contract. */
async function findDepartures(sample: Sample): Promise<readonly string[]> {
  const { operationId, method, pathTemplate, label } = sample
  const code = atHome(sample, await setStage(sample))
  const name = `${operationId}.${label === 'fetch' ? 'js' : 'ts'}`
  const { exchange: sent, error } =
    label === 'curl' ? { exchange: await runCurl(code), error: undefined } : await project.run(name, code)
  if (sent === undefined || error !== undefined) return [`${operationId}: ${error ?? 'not sent'}`]
  const template = new RegExp(`^${pathTemplate.replaceAll(/\{\w+\}/g, '[^/]+')}$`)
  const [path = ''] = sent.url.startsWith(sandbox.url) ? sent.url.slice(sandbox.url.length).split('?') : []
  return [
    ...(sent.method === method ? [] : [`${operationId} was sent with ${sent.method}`]),
    ...(template.test(path) ? [] : [`${operationId} was sent to ${sent.url}`]),
    ...(sent.status === 200 || sent.status === 201
      ? []
      : [`${operationId} was answered ${sent.status}: ${sent.text}`]),
    ...checkExchange(operationId, sent),
  ]
}

const tables = { openapi: operationTable, sandbox: sandboxOperationTable } as const

describe.each(['openapi', 'sandbox'] as const)('code samples of %s', (name) => {
  it('are one in each language for each operation', () => {
    const expected = Object.keys(tables[name]).flatMap((operationId) =>
      labels.map((label) => `${operationId} ${label}`),
    )
    expect(samples[name].map(({ operationId, label }) => `${operationId} ${label}`).toSorted()).toStrictEqual(
      expected.toSorted(),
    )
  })

  it.each(samples[name].filter(({ label }) => ['curl', 'fetch', 'TypeScript client'].includes(label)))(
    'succeed with $label: $operationId',
    async (sample) => {
      expect(await findDepartures(sample)).toStrictEqual([])
    },
  )
})
