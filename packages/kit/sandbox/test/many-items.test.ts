import process from 'node:process'
import { describe, expect, it } from 'vitest'
import { type Call, createSandbox, type Sandbox } from '../src/index.ts'
import {
  arrayOf,
  body,
  documentOf,
  empty,
  errors,
  inPath,
  integer,
  json,
  object,
  ref,
  text,
} from './small-documents.ts'

const shown = object({ id: { ...text, readOnly: true }, name: text, shed: text }, ['id'])
const page = object({ items: arrayOf(ref('Bike')), total: integer })
const inQuery = (name: string, schema: object) => ({ in: 'query', name, schema })
const parameters = [inQuery('limit', integer), inQuery('offset', integer), inQuery('shed', text)]
const create = { requestBody: body(ref('Bike')), responses: { 201: json(ref('Bike')), ...errors(404, 409) } }
const paths = {
  '/bikes': { post: create, get: { parameters, responses: { 200: json(page) } } },
  '/bikes/{bikeId}': {
    parameters: [inPath('bikeId')],
    get: { responses: { 200: json(ref('Bike')), ...errors(404) } },
    delete: empty(404),
  },
  '/sheds': {
    post: {
      requestBody: body(object({ name: text })),
      responses: { 201: json(object({ id: integer, wheelCount: integer })) },
    },
  },
  '/sheds/{shedId}': {
    parameters: [inPath('shedId', integer)],
    get: { responses: { 200: json(object({ id: integer, wheelCount: integer })), ...errors(404) } },
  },
  '/sheds/{shedId}/wheels': {
    parameters: [inPath('shedId', integer)],
    post: { requestBody: body(ref('Wheel')), responses: { 201: json(ref('Wheel')), ...errors(404) } },
    get: {
      parameters: parameters.slice(0, 2),
      responses: { 200: json(object({ items: arrayOf(ref('Wheel')), total: integer })), ...errors(404) },
    },
  },
  '/sheds/{shedId}/wheels/{wheelId}': {
    parameters: [inPath('shedId', integer), inPath('wheelId')],
    delete: empty(404),
    get: { responses: { 200: json(ref('Wheel')), ...errors(404) } },
  },
}
const document = documentOf(paths, {
  Bike: shown,
  Wheel: object({ id: { ...text, readOnly: true }, name: text }, ['id']),
})

const send = async (sandbox: Sandbox, operation: string, path: object, query: object = {}, sent?: object) => {
  const input = { path, query, headers: {}, cookies: {}, mediaType: 'application/json', body: sent }
  const call: Call = {
    method: 'GET',
    target: '/',
    origin: '',
    basePath: '',
    headers: {},
    identity: undefined,
  }
  const { body: received } = await sandbox.handlers[operation]!(input as never, call)
  return received as { readonly id: string; readonly items: readonly unknown[]; readonly total: number }
}

/** A sandbox with so many bikes, and so many wheels in the first shed. */
async function sandboxWith(count: number): Promise<Sandbox> {
  const sandbox = await createSandbox({ document })
  await send(sandbox, 'POST /sheds', {}, {}, { name: 'North' })
  await send(sandbox, 'POST /sheds', {}, {}, { name: 'South' })
  await send(sandbox, 'POST /bikes', {}, {}, { name: 'first', shed: 'a' })
  await send(sandbox, 'POST /sheds/{shedId}/wheels', { shedId: 1 }, {}, { name: 'first' })
  const { items, clock } = sandbox.takeSnapshot()
  const copies = items.slice(-2).flatMap((item) =>
    Array.from({ length: count - 1 }, (_, index) => {
      const id = `copy${index}`
      const value = { ...item.value, id, ...(item.kind === '/bikes/{}' && { shed: `shed ${index % 100}` }) }
      return { ...item, id, key: item.key.replace(/[^/]+$/, id), value, order: item.order + 2 * index + 2 }
    }),
  )
  sandbox.restoreSnapshot({ items: [...items, ...copies], clock })
  return sandbox
}

const rounds = 5
const repeated = 8

const bike = (index: number) => ({ bikeId: `copy${index}` })
const wheel = (index: number) => ({ shedId: 1, wheelId: `copy${index}` })

/**
 * Microseconds of CPU that each step takes, after a first time that builds what is looked up by. The best round counts: in the others,
 * memory may be collected.
 */
async function measure(count: number): Promise<Readonly<Record<string, number>>> {
  const sandbox = await sandboxWith(count)
  const offset = count - 20
  const steps: Readonly<Record<string, (index: number) => Promise<unknown>>> = {
    create: () => send(sandbox, 'POST /bikes', {}, {}, { name: 'new' }),
    'create below': () => send(sandbox, 'POST /sheds/{shedId}/wheels', { shedId: 1 }, {}, { name: 'new' }),
    read: (index) => send(sandbox, 'GET /bikes/{bikeId}', bike(index)),
    'read below': (index) => send(sandbox, 'GET /sheds/{shedId}/wheels/{wheelId}', wheel(index)),
    page: () => send(sandbox, 'GET /bikes', {}, { limit: 10, offset }),
    'page below': () => send(sandbox, 'GET /sheds/{shedId}/wheels', { shedId: 1 }, { limit: 10, offset }),
    'page below another': () => send(sandbox, 'GET /sheds/{shedId}/wheels', { shedId: 2 }, { limit: 10 }),
    filter: (index) => send(sandbox, 'GET /bikes', {}, { limit: 10, shed: `shed ${index % 100}` }),
    delete: (index) => send(sandbox, 'DELETE /bikes/{bikeId}', bike(index)),
    'delete below': (index) => send(sandbox, 'DELETE /sheds/{shedId}/wheels/{wheelId}', wheel(index)),
  }
  const taken: Record<string, number> = {}
  for (const [name, step] of Object.entries(steps)) {
    await step(rounds * repeated)
    for (let round = 0; round < rounds; round += 1) {
      const before = process.cpuUsage()
      for (let index = 0; index < repeated; index += 1) await step(round * repeated + index)
      const { user, system } = process.cpuUsage(before)
      taken[name] = Math.min(taken[name] ?? Infinity, (user + system) / repeated)
    }
  }
  return taken
}

describe('a hundred times as many items', () => {
  it('make no step many times as slow', async () => {
    await measure(1_000)
    const [few, many] = [await measure(1_000), await measure(100_000)]
    const slow = Object.entries(many).filter(([name, taken]) => taken > 8 * (few[name] ?? 0) + 500)
    expect(slow).toStrictEqual([])
  }, 120_000)

  it('are counted, filtered and paged right', async () => {
    const sandbox = await sandboxWith(1_000)
    const filtered = await send(sandbox, 'GET /bikes', {}, { limit: 3, shed: 'SHED 7' })
    expect([filtered.total, filtered.items.length]).toStrictEqual([10, 3])
    await send(sandbox, 'DELETE /bikes/{bikeId}', { bikeId: 'copy7' })
    expect((await send(sandbox, 'GET /bikes', {}, { shed: 'shed 7' })).total).toBe(9)
    expect((await send(sandbox, 'GET /sheds/{shedId}', { shedId: 1 })) as unknown).toStrictEqual({
      id: 1,
      wheelCount: 1,
    })
    await send(sandbox, 'POST /sheds/{shedId}/wheels', { shedId: 1 }, {}, { name: 'new' })
    expect((await send(sandbox, 'GET /sheds/{shedId}', { shedId: 1 })) as unknown).toStrictEqual({
      id: 1,
      wheelCount: 1_001,
    })
    expect((await send(sandbox, 'GET /sheds/{shedId}/wheels', { shedId: 2 })).items).toStrictEqual([])
    sandbox.reset()
    expect((await send(sandbox, 'GET /bikes', {}, { shed: 'shed 7' })).total).toBe(0)
  })
})
