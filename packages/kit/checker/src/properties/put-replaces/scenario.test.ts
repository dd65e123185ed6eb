import { describe, expect, it } from 'vitest'
import { INTEGER, loadPaths, objectOf, puts, reads, TEXT } from '@contract-kit/openapi/testing'
import { createFakeApi, createPetStore, loadPetStore } from '../testing/fake-api.ts'
import { bodiesBy, runScenario } from '../testing/fake-port.ts'

const THEME = objectOf({ theme: TEXT, size: INTEGER })

/** The evidence of each change. */
const CHANGED = ['item changed', 'item used', 'changed item read']

describe('putReplaces', () => {
  it('puts a full body, the same again, then a smaller one', async () => {
    const { exchanges, shown } = await runScenario(
      await loadPetStore(),
      'replacement /pets/{}',
      createPetStore(),
    )
    const [full, again, thin] = bodiesBy(exchanges, 'PUT')
    expect(Object.keys(Object(full)).toSorted()).toEqual(['age', 'kind', 'name'])
    expect(again).toEqual(full)
    expect(Object.keys(Object(thin))).toEqual(['name'])
    expect(shown.map(({ kind }) => kind)).toEqual([
      'item created',
      'item used',
      'created item read',
      ...CHANGED,
      ...CHANGED,
      'put repeated',
      'list after a repeated put',
      ...CHANGED,
    ])
  })

  it('stops if the first change is rejected', async () => {
    const store = createPetStore()
    const rejecting: typeof store = (method, target, body) =>
      method === 'PUT' ? { status: 409 } : store(method, target, body)
    const { log, shown } = await runScenario(await loadPetStore(), 'replacement /pets/{}', rejecting)
    expect(log.at(-1)).toBe('PUT /pets/1 409')
    expect(shown.at(-1)?.kind).toBe('created item read')
  })

  it('replaces a singleton that exists by itself', async () => {
    const document = await loadPaths({ '/settings': { ...reads(THEME), ...puts(THEME, THEME) } })
    const api = createFakeApi({
      'GET /settings': () => ({ status: 200, body: {} }),
      'PUT /settings': () => ({ status: 200 }),
    })
    const { exchanges } = await runScenario(document, 'replacement /settings', api)
    const [full, , thin] = bodiesBy(exchanges, 'PUT')
    expect(Object.keys(Object(full))).toHaveLength(2)
    expect(thin).toEqual({})
  })

  it('shows the read after a second PUT that is rejected', async () => {
    const store = createPetStore()
    let count = 0
    const once: typeof store = (method, target, body) => {
      if (method === 'PUT') count += 1
      return method === 'PUT' && count > 1 ? { status: 409 } : store(method, target, body)
    }
    const { log, shown } = await runScenario(await loadPetStore(), 'replacement /pets/{}', once)
    const { again, now } = shown.find(({ kind }) => kind === 'put repeated')?.parts ?? {}
    expect(again).toMatchObject({ response: { status: 409 } })
    expect(now).toMatchObject({ response: { status: 200 }, case: { request: { method: 'GET' } } })
    expect(log.slice(-4)).toEqual([
      'PUT /pets/1 409',
      'GET /pets/1 200',
      'GET /pets?limit=50 200',
      'PUT /pets/1 409',
    ])
  })
})

describe('a change of an item that has a version', () => {
  it('sends the version that was shown last, however it is wrapped', async () => {
    const row = objectOf({ version: INTEGER, title: TEXT }, 'version', 'title')
    const wrapped = objectOf({ data: row }, 'data')
    const document = await loadPaths({ '/settings': { ...reads(wrapped), ...puts(wrapped, wrapped) } })
    let version = 41
    const api = createFakeApi({
      'GET /settings': () => ({ status: 200, body: { data: { version, title: 'a' } } }),
      'PUT /settings': () => ({ status: 200, body: { data: { version: (version += 1), title: 'b' } } }),
    })
    const { exchanges } = await runScenario(document, 'replacement /settings', api)
    const sent = exchanges.filter(({ case: { request } }) => request.method === 'PUT')
    expect(
      sent.map(({ case: { values } }) => Object(values?.body?.value)['data']['version'] as unknown),
    ).toEqual([41, 42])
  })
})
