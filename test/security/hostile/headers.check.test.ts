import { type OperationId, operationTable } from '@giftcards/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkoutOf, type Sandbox, startSandbox, storyCard } from '@giftcards/test-harness'
import { refusalProblems } from './refusal-problems.ts'
import { openSteadyState, type SteadyState } from './steady-state.ts'

let sandbox: Sandbox
let state: SteadyState
let before: unknown
beforeAll(async () => {
  sandbox = await startSandbox()
  state = await openSteadyState(sandbox)
  before = await state.snapshot()
})
afterAll(() => sandbox.close())

type HeaderList = readonly (readonly [string, string])[]

const operationIds = Object.keys(operationTable).filter((id) => id !== 'createSession') as OperationId[]
const without = (name: string): HeaderList => state.headers.filter(([own]) => own !== name)

/** Sends every operation but session creation with these headers and a valid checkout body. Returns the deviations. */
async function problemsOf(headers: HeaderList): Promise<readonly string[]> {
  const problems: string[] = []
  for (const operationId of operationIds) {
    const answer = await state.send(operationId, { headers })
    problems.push(
      ...refusalProblems(answer, operationId).map(
        (one) => `${operationId} ${String(headers.at(-1))}: ${one}`,
      ),
    )
  }
  return problems
}

describe('x-cc-app', () => {
  it('is refused where it is hostile', async () => {
    const words = 'DEMO-APP demo-app, __proto__ constructor null * %64emo-app demo-app-disabled ../demo-app'
    const odd = [
      '',
      ' ',
      'demo-app\u00a0',
      "demo-app' OR 1=1--",
      'x'.repeat(8000),
      'd\u00e9mo',
      'demo-app\tx',
    ]
    const values = [...words.split(' '), ...odd]
    for (const value of values) {
      expect(await problemsOf([...without('x-cc-app'), ['x-cc-app', value]])).toStrictEqual([])
    }
  })

  it('is refused where it comes twice', async () => {
    const twice: HeaderList = [...without('x-cc-app'), ['x-cc-app', 'demo-app'], ['X-CC-App', 'demo-app-2']]
    expect(await problemsOf(twice)).toStrictEqual([])
  })
})

describe('authorization', () => {
  it('is refused where it is hostile', async () => {
    const { token } = state.partner
    const [head = '', claims = ''] = token.split('.')
    const values = [
      '',
      ' ',
      'Bearer',
      'Bearer ',
      'Bearer null',
      'Bearer undefined',
      `Bearer ${token}x`,
      `Bearer ${token}.${token}`,
      `Bearer ${head}.${claims}.`,
      `Bearer ${head}..`,
      'Bearer ..',
      'Bearer e30.e30.',
      `Bearer ${'a'.repeat(10_000)}`,
      `Bearer ${token.slice(0, -2)}`,
      `Basic ${Buffer.from('a:b').toString('base64')}`,
      `Bearer\t${token}\u00e9`,
      `Bearer ${Buffer.from('{"alg":"none"}').toString('base64url')}.${claims}.`,
      `Bearer ${token},Bearer ${token}`,
    ]
    for (const value of values) {
      expect(await problemsOf([...without('authorization'), ['authorization', value]])).toStrictEqual([])
    }
  })

  it('is judged by the first where it comes twice', async () => {
    const { token } = state.partner
    const twice: HeaderList = [
      ...without('authorization'),
      ['authorization', 'Bearer x'],
      ['Authorization', `Bearer ${token}`],
    ]
    expect(await problemsOf(twice)).toStrictEqual([])
  })
})

describe('Idempotency-Key', () => {
  it('is refused where it is hostile', async () => {
    const body = JSON.stringify(checkoutOf([storyCard.harborB2B()]).body)
    const type = ['content-type', 'application/json'] as const
    const keys: HeaderList[] = [
      ...['', ' ', 'a b', 'a\tb', 'é', 'x'.repeat(256), 'x'.repeat(10_000), '\u00a0'].map(
        (value): HeaderList => [['idempotency-key', value]],
      ),
      [
        ['idempotency-key', 'one'],
        ['Idempotency-Key', 'two'],
      ],
    ]
    const problems: string[] = []
    for (const key of keys) {
      const answer = await state.send('checkout', { headers: [...state.headers, type, ...key], body })
      problems.push(...refusalProblems(answer, 'checkout').map((one) => `${String(key)}: ${one}`))
    }
    expect(problems).toStrictEqual([])
  })
})

describe('too many headers', () => {
  it('are refused before any operation', async () => {
    const large: HeaderList = [['x-filler', 'x'.repeat(20_000)]]
    const many: HeaderList = Array.from(
      { length: 1500 },
      (_, index) => [`x-filler-${index}`, 'filler'] as const,
    )
    for (const headers of [large, many]) {
      const answer = await state.send('removeCard', { headers: [...state.headers, ...headers] })
      expect(refusalProblems(answer)).toStrictEqual([])
      expect(answer.status).toBe(431)
    }
  })
})

describe('all of these requests together', () => {
  it('have changed nothing', async () => {
    expect(await state.snapshot()).toStrictEqual(before)
  })
})
