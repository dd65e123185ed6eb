import { describe, expect, it } from 'vitest'
import { createLabelApi, labelDocument, type LabelRules } from '../../test/label-api.ts'
import { ContractRun } from '../runner/contract-run.ts'

/** Looks for working requests of the labels. */
const open = async (rules: LabelRules = {}) => {
  const api = createLabelApi(rules)
  const { prepared } = await ContractRun.prepare({ document: labelDocument, fetch: api.fetch })
  const find = async (operationId: string) => {
    const operation = prepared.document.operations.find(({ id }) => id === operationId)
    if (operation === undefined) throw new Error(`no operation ${operationId}`)
    return prepared.working.find('coverage', operation)
  }
  return { ...prepared, ...api, find }
}

/** Resources, `count` of them, each of which is created with the ids of all the others. */
function createRing(count: number): object {
  const names = Array.from({ length: count }, (_each, index) => `thing${index}`)
  const id = { type: 'string', minLength: 1 }
  const toPath = (name: string) => {
    const others = names.filter((other) => other !== name).map((other) => `${other}Id`)
    const schema = {
      type: 'object',
      required: others,
      properties: Object.fromEntries(others.map((other) => [other, id])),
    }
    const made = { type: 'object', required: ['id'], properties: { id } }
    const post = {
      operationId: `create-${name}`,
      requestBody: { required: true, content: { 'application/json': { schema } } },
      responses: { 201: { description: 'Made.', content: { 'application/json': { schema: made } } } },
    }
    return [`/${name}s`, { post }] as const
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Ring', version: '1' },
    paths: Object.fromEntries(names.map(toPath)),
  }
}

describe('WorkingRequests', () => {
  it('gives up where things need each other and none can be made', async () => {
    let sent = 0
    const fetch = (): Response => {
      sent += 1
      return new Response(null, { status: 404 })
    }
    const { prepared } = await ContractRun.prepare({ document: createRing(12), fetch })
    const [operation] = prepared.document.operations
    expect(operation && prepared.graph.bindings(operation).length).toBe(11)
    expect(operation && (await prepared.working.find('coverage', operation))?.hasWorked).toBe(false)
    expect(sent).toBeLessThan(12 * 50)
  })

  it('makes first what an operation needs', async () => {
    const { find, seen } = await open()
    const found = await find('replaceLabel')
    expect(found?.hasWorked).toBe(true)
    expect(seen.map(({ method, path, status }) => `${method} ${path} ${status}`)).toStrictEqual([
      'POST /labels 201',
      'PUT /labels/n1 200',
    ])
    expect(found?.boundTo).toStrictEqual({ 'path.labelId': expect.stringContaining('createLabel') as string })
  })

  it('sends nothing for what is known to work', async () => {
    const { find, seen } = await open()
    await find('createLabel')
    const before = seen.length
    expect((await find('createLabel'))?.exchange).toBeUndefined()
    expect(seen.length).toBe(before)
  })

  it('makes another one where the same is taken', async () => {
    const { find, seen, parts } = await open()
    await find('createLabel')
    parts.pool.clear()
    expect((await find('replaceLabel'))?.hasWorked).toBe(true)
    expect(seen.map(({ method, status }) => `${method} ${status}`)).toStrictEqual([
      'POST 201',
      'POST 409',
      'POST 201',
      'PUT 200',
    ])
  })

  it('makes a reference up where living ones are refused', async () => {
    const { find, seen } = await open({ refusesKnownLabels: true })
    await find('createLabel')
    const found = await find('createSticker')
    expect([found?.hasWorked, found?.boundTo]).toStrictEqual([true, {}])
    const stickers = seen.filter(({ path }) => path === '/stickers')
    expect(stickers.map(({ status }) => status)).toStrictEqual([422, 201])
    expect(stickers[0]?.body).toMatchObject({ labelId: 'n1' })
  })

  it('writes what stands alone before it is read', async () => {
    const { find, seen } = await open()
    expect((await find('getSettings'))?.hasWorked).toBe(true)
    expect(seen.map(({ method, status }) => `${method} ${status}`).slice(-2)).toStrictEqual([
      'PUT 200',
      'GET 200',
    ])
  })

  it('looks twice in one phase for what never works', async () => {
    const { find, seen } = await open({ forgetsAll: true })
    const puts: number[] = []
    for (let count = 0; count < 4; count += 1) {
      await find('replaceLabel')
      puts.push(seen.filter(({ method }) => method === 'PUT').length)
    }
    const [first = 0] = puts
    expect(first).toBeGreaterThan(0)
    expect(puts).toStrictEqual([first, 2 * first, 2 * first, 2 * first])
  })
})
