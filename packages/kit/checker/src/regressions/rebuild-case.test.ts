import { describe, expect, it } from 'vitest'
import { createRig, noTarget } from '../../test/create-exchange.ts'
import { createMemoApi, memoDocument, memoKey } from '../../test/memo-api.ts'
import type { WireRequest } from '@contract-kit/openapi/wire'
import { ContractRun } from '../runner/contract-run.ts'
import { mergeRequest, rebuildCase } from './rebuild-case.ts'
import type { RegressionStep } from './regression.ts'

const api = createMemoApi()

const { prepared } = await ContractRun.prepare({
  document: memoDocument,
  baseUrl: 'http://h.test/v1',
  fetch: (request) => api.fetch(new Request(request.url.replace('/v1', ''), request)),
  headers: { 'x-key': memoKey },
})

const toExchange = await createRig(memoDocument)

const created = toExchange({
  operation: 'createMemo',
  body: { title: 'a' },
  status: 201,
  headers: { location: '/v1/memos/m8' },
  json: { id: 'm8', title: 'a' },
})

const step = (more: Partial<RegressionStep> = {}): RegressionStep => ({
  operationId: 'getMemo',
  path: '/memos/{memoId}',
  phase: 'stateful',
  scenario: 'life-cycle createMemo',
  mode: 'positive',
  auth: 'given',
  target: noTarget,
  request: { method: 'GET', target: '/memos/m1', headers: [['accept', 'application/json']] },
  values: { path: { memoId: 'm1' }, query: {}, header: {}, cookie: {} },
  bindings: [],
  ...more,
})

const targetOf = async (more: Partial<RegressionStep>, answered = [created]): Promise<string> =>
  (await rebuildCase(step(more), answered, prepared)).request.target

describe('rebuildCase', () => {
  it('sends again what was sent where nothing is bound', async () => {
    expect(await rebuildCase(step(), [], prepared)).toMatchObject({
      operation: { id: 'getMemo' },
      values: { path: { memoId: 'm1' }, body: undefined },
      request: {
        method: 'GET',
        target: '/memos/m1',
        headers: [['accept', 'application/json']],
        body: undefined,
      },
    })
  })

  it('makes a thing where any of its kind will do', async () => {
    api.reset()
    expect(
      await targetOf({
        bindings: [{ place: 'path.memoId' }],
        request: { ...step().request, target: '/memos/m1' },
      }),
    ).toBe('/memos/m1')
    expect(
      (await api.fetch(new Request('http://h.test/memos/m1', { headers: { 'x-key': memoKey } }))).status,
    ).toBe(200)
  })

  it('follows an address that an answer of this run gives', async () => {
    expect(
      await targetOf({ bindings: [{ place: 'target', from: 0, expression: '$response.header.location' }] }),
    ).toBe('/memos/m8')
  })

  it('asks an undeclared method where the declared one was asked', async () => {
    const { values: _values, ...plain } = step({
      operationId: null,
      request: { method: 'PATCH', target: '/memos/m1', headers: [] },
    })
    const got = toExchange({ operation: 'getMemo', path: { memoId: 'm9' }, status: 200 })
    const bindings = [{ place: 'target', from: 0, expression: '$url' }]
    const rebuilt = await rebuildCase({ ...plain, bindings }, [got], prepared)
    expect(rebuilt).toMatchObject({
      operation: undefined,
      values: undefined,
      request: { method: 'PATCH', target: '/memos/m9' },
    })
    const anywhere = await rebuildCase({ ...plain, bindings: [{ place: 'target' }] }, [], prepared)
    expect(anywhere.request.target).toMatch(/^\/memos\/m[0-9]+$/)
  })

  it('sends what it has where an answer gives nothing', async () => {
    const bindings = [{ place: 'path.memoId', from: 0, expression: '$response.body#/nothing' }]
    expect(await targetOf({ bindings })).toBe('/memos/m1')
  })

  it('sends bytes as they were', async () => {
    const request = { method: 'POST', target: '/memos', headers: [], bodyBase64: 'AP8=' }
    expect(
      (await rebuildCase(step({ operationId: null, request }), [], prepared)).request.body,
    ).toStrictEqual(new Uint8Array([0, 255]))
  })
})

const sent = (target: string, owner: string, more: Partial<WireRequest> = {}): WireRequest => ({
  method: 'PUT',
  target,
  headers: [
    ['accept', '*/*'],
    ['x-owner', owner],
  ],
  body: `{"owner":"${owner}"}`,
  ...more,
})
const before = sent('/pets/1?v=1', 'o1')
const after = sent('/pets/2?v=2', 'o2')
const bytes = (text: string): { readonly body: Uint8Array } => ({ body: new TextEncoder().encode(text) })

describe('mergeRequest', () => {
  it.each<[string, WireRequest, WireRequest]>([
    ['makes what the values made by the new values', before, after],
    ['keeps an altered query on a new path', sent('/pets/1?v=1&v=9', 'o1'), sent('/pets/2?v=1&v=9', 'o2')],
    ['keeps an altered path with a new query', sent('/dogs/1?v=1', 'o1'), sent('/dogs/1?v=2', 'o2')],
    [
      'keeps a method',
      sent('/pets/1?v=1', 'o1', { method: 'POST' }),
      sent('/pets/2?v=2', 'o2', { method: 'POST' }),
    ],
    ['keeps a header of its own', sent('/pets/1?v=1', 'o3'), { ...sent('/pets/2?v=2', 'o3') }],
    ['keeps a body of its own', { ...before, body: '{' }, { ...after, body: '{' }],
    ['keeps bytes of its own', { ...before, ...bytes('c') }, { ...after, ...bytes('c') }],
  ])('%s', (_title, altered, expected) => {
    expect(mergeRequest(altered, before, after)).toStrictEqual(expected)
  })

  it('knows bytes again', () => {
    const [one, other] = [
      { ...before, ...bytes('a') },
      { ...after, ...bytes('b') },
    ]
    expect(mergeRequest({ ...before, ...bytes('a') }, one, other)).toStrictEqual(other)
  })
})
