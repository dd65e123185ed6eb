import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { judgeRequest } from '../http/judge/judge-request.ts'
import { serializeRequest } from '../http/serialize-request.ts'
import { UnsendableError } from '../http/wire-request.ts'
import type { RequestValues } from '../http/wire-request.ts'
import { isObject, type Json } from '../json-schema/base/json.ts'
import type { ApiOperation } from './api-document.ts'
import { DocumentError } from './document-part.ts'
import { petsDocument } from './fixtures/pets.ts'
import { swaggerPets } from './fixtures/swagger-pets.ts'
import { loadDocument } from './load-document.ts'

interface Mutation {
  /** Which of all places; taken modulo their number. */
  readonly place: number
  readonly key: string
  readonly value: Json
}

const KEYS =
  `$ref type required properties items enum allOf additionalProperties style explode in name schema content example examples
  parameters responses security encoding links operationId operationRef requestBody headers 200 default __proto__ toString`.split(
    /\s+/,
  )

const anyMutation: fc.Arbitrary<Mutation> = fc.record({
  place: fc.nat(),
  key: fc.constantFrom(...KEYS),
  value: fc.oneof(
    fc.constantFrom<Json>(
      null,
      true,
      0,
      -1,
      '',
      [],
      {},
      [null],
      '#/components/schemas/Pet',
      { $ref: '#/paths' },
      'query',
      'object',
      'a/b',
    ),
    fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Json>,
  ),
})

/** A copy of a document in which each mutation set a key of some object, or an item of some list. */
const mutate = (original: object, mutations: readonly Mutation[]): Json => {
  const document = structuredClone(original) as Json
  for (const { place, key, value } of mutations) {
    const places = containersOf(document)
    const target = places[place % places.length]
    const copy = structuredClone(value)
    if (Array.isArray(target)) target.splice(place % (target.length + 1), 1, copy)
    else if (isObject(target)) {
      const keys = [key, ...Object.keys(target)]
      Object.defineProperty(target, keys[place % keys.length] ?? key, {
        value: copy,
        enumerable: true,
        configurable: true,
        writable: true,
      })
    }
  }
  return document
}

const containersOf = (value: Json): readonly Json[] => {
  if (typeof value !== 'object' || value === null) return []
  return [value, ...Object.values(value).flatMap((child) => containersOf(child))]
}

const trySend = (operation: ApiOperation, value: Json): void => {
  const named = Object.fromEntries(operation.parameters.map(({ name }) => [name, value]))
  const contentType = operation.body?.media[0]?.contentType
  const body = contentType === undefined ? undefined : { contentType, value }
  const values: RequestValues = { path: named, query: named, header: named, cookie: named, body }
  try {
    judgeRequest(operation, serializeRequest(operation, values))
  } catch (error) {
    if (!(error instanceof UnsendableError)) throw error
  }
}

/** `loads`, or the sentence that says why not; anything else that is thrown is a bug. */
const outcomeOf = async (original: object, mutations: readonly Mutation[]): Promise<string> => {
  try {
    const { operations, unread } = await loadDocument(mutate(original, mutations) as object)
    for (const operation of operations)
      for (const value of [1, 'a', [1, 'b'], { id: 1, a: [] }]) trySend(operation, value)
    return unread.length === 0 ? 'loads' : unread.map(({ reason }) => reason).join(' ')
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error
    return error.message
  }
}

describe('loadDocument', () => {
  test.each([
    ['OpenAPI 3.1', petsDocument],
    ['Swagger 2.0', swaggerPets],
  ])('for any mutation of a document of %s, it loads or says what to fix', async (_version, original) => {
    const outcomes: string[] = []
    await fc.assert(
      fc.asyncProperty(fc.array(anyMutation, { minLength: 1, maxLength: 3 }), async (mutations) => {
        const outcome = await outcomeOf(original, mutations)
        outcomes.push(outcome)
        expect(outcome).toMatch(/^(loads|[^\n]+\.)$/)
      }),
      { seed: 20_240_502, numRuns: 300 },
    )
    const loaded = outcomes.filter((outcome) => outcome === 'loads').length
    expect(loaded).toBeGreaterThan(50)
    expect(outcomes.length - loaded).toBeGreaterThan(50)
  })
})
