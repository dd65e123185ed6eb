import { beforeAll, describe, expect, it } from 'vitest'
import { generateCases } from '../../bench/generate-cases.ts'
import { checkContract } from '../../src/index.ts'
import type { RequestLogEntry } from '../../src/core/check-options.ts'
import { loadDocument } from '@contract-kit/openapi'
import { largeDocument } from '../large-document.ts'
import { createLargeServer } from '../large-server.ts'

type Send = (request: Request) => Promise<Response>

/** Requests that a run sends for each operation of the document. */
const requestsEach = async (
  operations: number,
  spoil: (send: Send) => Send = (send) => send,
): Promise<number> => {
  const { fetch, reset } = createLargeServer()
  const document = largeDocument(operations)
  const { requests } = await checkContract({ document, fetch: spoil(fetch), reset, seed: 3, cases: 2 })
  return requests / operations
}

const isBoxRead = ({ method, url }: Request): boolean => method === 'GET' && /-boxes\/[^/]+$/.test(url)

/** A server on which nothing can be made. */
const refuseCreation =
  (send: Send): Send =>
  async (request) =>
    request.method === 'POST' ? Response.json({ title: 'refused', status: 400 }, { status: 400, headers: { 'content-type': 'application/problem+json' } }) : send(request) // prettier-ignore

/** Cases that are made for one operation of a document. */
const casesEach = async (document: object): Promise<number> => {
  const loaded = await loadDocument(document)
  return generateCases(loaded, 1) / loaded.operations.length
}

/** Two operations whose body leads to every one of so many schemas, and each of those to every other. */
const tangle = (size: number): object => {
  const names = Array.from({ length: size }, (_entry, index) => `Knot${index}`)
  const properties = Object.fromEntries(
    names.map((name) => [name.toLowerCase(), { $ref: `#/components/schemas/${name}` }]),
  )
  const knot = {
    type: 'object',
    required: ['label'],
    properties: { label: { type: 'string', minLength: 1, maxLength: 9 }, ...properties },
  }
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Knot0' } } }
  const operation = { requestBody: { content }, responses: { 204: { description: 'Done.' } } }
  return {
    openapi: '3.1.0',
    info: { title: 'Tangle', version: '1' },
    paths: { '/knots': { post: operation, put: operation } },
    components: { schemas: Object.fromEntries(names.map((name) => [name, knot])) },
  }
}

describe('checkContract', () => {
  let usual = 0
  beforeAll(async () => {
    usual = await requestsEach(15)
  })

  it('asks as much of each operation, however many', async () => {
    expect(usual).toBeGreaterThan(30)
    expect(Math.abs((await requestsEach(45)) / usual - 1)).toBeLessThan(0.1)
  })

  it('soon gives up operations that never work', async () => {
    expect(await requestsEach(15, refuseCreation)).toBeLessThan(1.5 * usual)
  })

  it('waits five times for what never answers', async () => {
    const { fetch, reset } = createLargeServer()
    const hang: Send = (request) =>
      isBoxRead(request) ? new Promise<never>(() => undefined) : fetch(request)
    let waited = 0
    const onRequest = ({ operationId, status }: RequestLogEntry): void => {
      if (operationId === 'getAmberBox' && status === 0) waited += 1
    }
    const { skipped } = await checkContract({
      document: largeDocument(5),
      fetch: hang,
      reset,
      cases: 20,
      timeoutMs: 300,
      onRequest,
    })
    expect(waited).toBe(5)
    expect(skipped.map(({ operationId }) => operationId)).toContain('getAmberBox')
  })
})

describe('generateCases', () => {
  it('makes as many cases for each operation, however many', async () => {
    const few = await casesEach(largeDocument(15))
    expect(few).toBeGreaterThan(10)
    expect(Math.abs((await casesEach(largeDocument(75))) / few - 1)).toBeLessThan(0.1)
  })

  it.each([10, 40])('bounds the cases of %i entangled schemas', async (size) => {
    const each = await casesEach(tangle(size))
    expect(each).toBeGreaterThan(100)
    expect(each).toBeLessThan(2500)
  })
})
