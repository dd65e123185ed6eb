import { type OperationId, operationTable } from '@giftcards/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkoutOf, type Sandbox, sendRaw, startSandbox, storyCard } from '@giftcards/test-harness'
import { refusalProblems } from './refusal-problems.ts'
import { requestSamples } from './request-samples.ts'
import { openSteadyState, type SteadyState } from './steady-state.ts'

let sandbox: Sandbox
let state: SteadyState
beforeAll(async () => {
  sandbox = await startSandbox()
  state = await openSteadyState(sandbox)
})
afterAll(() => sandbox.close())

const words = (text: string): readonly string[] => text.trim().split(/\s+/)

/** Hostile ids, encoded as in a path. */
const hostileIds = [
  ...words(`
    .. . %2e%2e %2E%2E%2F ..%2f..%2fsession ..%5c %2f %00 x%00y % %zz %c3%28 %ff %e2%80%ae %F0%9F%92%B3
    %20 + * $ ' ';-- %22 %27%20OR%201=1-- %0d%0aX:y {cartId} %7B%7D -1 0 1.5 1e3 1e400 NaN Infinity 0x1
    00 +1 007 9007199254740993 99999999999999999999 null undefined true [object%20Object] __proto__
    constructor hasOwnProperty toString ; a;b=c a,b 00000000-0000-4000-8000-000000000000
    00000000-0000-0000-0000-000000000000 ffffffff-ffff-ffff-ffff-ffffffffffff %EF%BC%91 %C2%A0 <script>
    %3Cscript%3E ../ ./ %2e/
  `),
  'x'.repeat(300),
  '9'.repeat(400),
  '%41'.repeat(1000),
  'a'.repeat(8000),
]

const parameterised = Object.values(operationTable).filter(({ path }) => path.includes('{'))
const parameters = parameterised.flatMap(({ operationId, path }) =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({ operationId, path, name })),
)

/** Returns the path with one parameter replaced by raw text. The other parameters name existing objects. */
function pathWith(operationId: OperationId, name: string, raw: string): string {
  const values = state.pathOf(operationId)
  return operationTable[operationId].path.replaceAll(/\{(\w+)\}/g, (_match, own: string) =>
    own === name ? raw : encodeURIComponent(values[own] ?? ''),
  )
}

function bodyOf(operationId: OperationId): { readonly body?: string } {
  const sample = requestSamples.find((one) => one.operationId === operationId)
  return sample === undefined ? {} : { body: JSON.stringify(sample.body) }
}

/** Sends an operation with each of these spellings of one parameter. Returns the problems of the responses. */
async function problemsOf(operationId: OperationId, name: string, spellings: readonly string[]) {
  const problems: string[] = []
  for (const id of spellings) {
    const answer = await state.send(operationId, {
      path: pathWith(operationId, name, id),
      ...bodyOf(operationId),
    })
    problems.push(...refusalProblems(answer, operationId).map((problem) => `${id.slice(0, 40)}: ${problem}`))
  }
  return problems
}

describe.each(parameters)('$name of $operationId', ({ operationId, name }) => {
  it('is refused without a change where it is hostile, or another spelling of a good one', async () => {
    const before = await state.snapshot()
    const good = String(state.pathOf(operationId)[name])
    const spellings = [
      `${good}%00`,
      `%20${good}x`,
      `${good}.0`,
      `0${good}`,
      `${good}/`,
      `${good}%2F`,
      `/${good}`,
    ]
    expect(await problemsOf(operationId, name, [...hostileIds, ...spellings, `${good};x`])).toStrictEqual([])
    expect(await state.snapshot()).toStrictEqual(before)
  })
})

describe('a path that is none', () => {
  it('is 404 in every spelling', async () => {
    const before = await state.snapshot()
    const paths = words(`
      // /v3 /v3/ /v3/carts/ //v3/carts /v3//carts /v3/./carts /v3/x/../carts /v3/%2563arts
      /v3%2Fcarts /V3/carts /v3/Carts /v3.0/carts /v3.1/carts /v31/carts /v3/carts;a=b /v3/carts%00
      /v3/carts.json /v3/session/ /.env /etc/passwd /%2e%2e/%2e%2e /__proto__ /constructor
      /v3/__proto__ /metrics/ /healthz%00 /v3/wallets/1/secure-data/ /* /v3/carts%3Faction /%
    `).concat(`/v3/${'a/'.repeat(2000)}`)
    const problems: string[] = []
    for (const path of paths) {
      for (const method of ['get', 'post', 'put', 'delete']) {
        const answer = await sendRaw(sandbox.url, { method, path, headers: state.headers })
        problems.push(
          ...refusalProblems(answer).map((problem) => `${method} ${path.slice(0, 40)}: ${problem}`),
        )
        if (answer.code !== 'not_found') problems.push(`${method} ${path}: ${answer.code}`)
      }
    }
    expect(problems).toStrictEqual([])
    expect(await state.snapshot()).toStrictEqual(before)
  })
})

describe('a method that a path does not have', () => {
  it('is 405 on every path', async () => {
    const before = await state.snapshot()
    const methods = ['get', 'post', 'put', 'delete', 'patch', 'options', 'trace', 'propfind', 'link', 'purge']
    const problems: string[] = []
    for (const { operationId, path } of Object.values(operationTable)) {
      const known = Object.values(operationTable).filter((one) => one.path === path)
      const wrong = methods.filter((method) => !known.some((one) => one.method === method))
      for (const method of wrong) {
        const answer = await state.send(operationId, { method })
        problems.push(...refusalProblems(answer).map((problem) => `${method} ${path}: ${problem}`))
        if (answer.code !== 'method_not_allowed' || !answer.headers.has('allow'))
          problems.push(`${method} ${path}: ${answer.code}`)
      }
    }
    expect(problems).toStrictEqual([])
    expect(await state.snapshot()).toStrictEqual(before)
  })

  it('is 405 without a body for HEAD', async () => {
    for (const { operationId } of Object.values(operationTable)) {
      const answer = await state.send(operationId, { method: 'head' })
      expect([answer.status, answer.code, answer.text]).toStrictEqual([405, 'method_not_allowed', ''])
    }
  })
})

describe('the query of checkout', () => {
  it('is refused without a change where it is hostile', async () => {
    const before = await state.snapshot()
    const body = JSON.stringify(checkoutOf([storyCard.harborB2B()]).body)
    const queries = [
      '',
      ...words(`
        ? ?checkout ?checkout= ?checkout=CONDENSED ?checkout=condensed%00 ?checkout=express ?;checkout=condensed
        ?checkout=condensed&checkout=express ?checkout=condensed&checkout=condensed ?checkout[]=condensed
        ?checkout[0]=condensed ?checkout[a]=condensed ?Checkout=condensed ?__proto__[checkout]=condensed
        ?checkout=%63ondensed% ?checkout=condensed+ ?checkout=%ff
      `),
      `?checkout=${'x'.repeat(8000)}`,
      `?${Array<string>(500).fill('checkout=condensed').join('&')}`,
    ]
    const problems: string[] = []
    for (const query of queries) {
      const answer = await state.send('checkout', { path: `/v3/orders${query}`, body })
      problems.push(
        ...refusalProblems(answer, 'checkout').map((problem) => `${query.slice(0, 40)}: ${problem}`),
      )
    }
    expect(problems).toStrictEqual([])
    expect(await state.snapshot()).toStrictEqual(before)
  })
})

describe('a path with escaped letters', () => {
  // RFC 3986, 6.2.2.2: such an escape is equivalent to its letter.
  it.each(['/v3/%63arts', '/%763/cart%73'])('is the path without them: %s', async (path) => {
    const { headers } = state
    const escaped = await sendRaw(sandbox.url, { method: 'put', path, headers })
    expect([escaped.status, escaped.code]).toStrictEqual([405, 'method_not_allowed'])
    const { status } = await sendRaw(sandbox.url, { method: 'post', path })
    expect(status).toBe(401)
  })
})
