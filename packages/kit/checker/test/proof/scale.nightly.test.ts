import { beforeAll, describe, expect, it } from 'vitest'
import { startCpuClock } from '../../bench/cpu-clock.ts'
import { generateCases } from '../../bench/generate-cases.ts'
import { checkContract } from '../../src/index.ts'
import type { RequestLogEntry } from '../../src/core/check-options.ts'
import { loadDocument } from '../../src/openapi/load-document.ts'
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

/** CPU time for making the cases of one operation, in milliseconds, of a document that nothing is known of yet. */
const generationEach = async (operations: number, title: string): Promise<number> => {
  const document = await loadDocument({ ...largeDocument(operations), info: { title, version: '1' } })
  const elapsedMs = startCpuClock()
  generateCases(document, 1)
  return elapsedMs() / operations
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

const PATIENCE = 60_000

describe('checkContract', () => {
  let usual = 0
  beforeAll(async () => {
    usual = await requestsEach(15)
  }, PATIENCE)

  it('asks as much of each operation, however many', { timeout: PATIENCE }, async () => {
    expect(usual).toBeGreaterThan(30)
    expect(Math.abs((await requestsEach(45)) / usual - 1)).toBeLessThan(0.1)
  })

  it('soon gives up operations that never work', { timeout: PATIENCE }, async () => {
    expect(await requestsEach(15, refuseCreation)).toBeLessThan(1.5 * usual)
  })

  it('waits five times for what never answers', { timeout: PATIENCE }, async () => {
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
  it('costs each operation alike, however many', { timeout: PATIENCE }, async () => {
    // The first one warms the machine up.
    await generationEach(15, 'first')
    const few = await generationEach(15, 'second')
    expect((await generationEach(75, 'many')) / few).toBeLessThan(3)
  })

  it.each([10, 40])('bounds the cases of %i entangled schemas', { timeout: PATIENCE }, async (size) => {
    const document = await loadDocument(tangle(size))
    const each = generateCases(document, 1) / document.operations.length
    expect(each).toBeGreaterThan(100)
    expect(each).toBeLessThan(2500)
  })
})
