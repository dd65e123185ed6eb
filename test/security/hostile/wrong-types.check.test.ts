import { openapiDocument } from '@giftcards/contract'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Sandbox, startSandbox } from '@giftcards/test-harness'
import { refusalProblems } from './refusal-problems.ts'
import { placesOf, replaceAt, requestSamples } from './request-samples.ts'
import { openSteadyState, type SteadyState } from './steady-state.ts'

const ajv = new Ajv2020({ strict: false, ownProperties: true })
// ajv-formats is CommonJS, so its default export is the function.
;(addFormats as unknown as (instance: Ajv2020) => void)(ajv)
ajv.addSchema(openapiDocument, 'document')

/** Whether the contract rejects a body of this operation. */
function isRefused(operationId: string, body: unknown): boolean {
  const [path, operation] = Object.entries(openapiDocument.paths)
    .flatMap(([at, item]) => Object.entries(item).map(([method, one]) => [`${at} ${method}`, one] as const))
    .find(([, one]) => (one as { operationId?: string }).operationId === operationId) ?? ['', {}]
  const [template = '', method = ''] = path.split(' ')
  const pointer = `document#/paths/${template.replaceAll('/', '~1').replaceAll('{', '%7B').replaceAll('}', '%7D')}/${method}/requestBody/content/application~1json/schema`
  const validate = ajv.getSchema(pointer)
  if (validate === undefined || operation === undefined) throw new Error(`${operationId} has no body`)
  return validate(body) === false
}

let sandbox: Sandbox
let state: SteadyState
beforeAll(async () => {
  sandbox = await startSandbox()
  state = await openSteadyState(sandbox)
})
afterAll(() => sandbox.close())

/** Any character except a lone surrogate. `fc.string` by code points would first number all of them, which takes a second. */
const anyCharacter = fc
  .oneof(fc.integer({ min: 0, max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map((codePoint) => String.fromCodePoint(codePoint))

const odd = fc.oneof(
  fc.constantFrom(null, true, '', ' ', 0, -1, 1.5, 1e308, -0.001, [], {}, [null], [[]], { __proto__: 1 }),
  fc.constantFrom('1', 'true', 'null', '\u0000', '{}', '../..', 'constructor', '\u202e', '💳'.repeat(300)),
  fc.jsonValue({ maxDepth: 3 }),
  fc.array(fc.constant({}), { minLength: 51, maxLength: 60 }),
  fc.array(anyCharacter, { minLength: 300, maxLength: 2000 }).map((characters) => characters.join('')),
)

describe.each(requestSamples)('a $schema', ({ operationId, schema, body }) => {
  const places = placesOf({ operationId, schema, body })

  it('is a sample that the contract accepts', () => {
    expect(isRefused(operationId, body)).toBe(false)
  })

  it('for any wrong value at any place, is refused without a change', async () => {
    const before = await state.snapshot()
    for (const place of places) {
      const broken = odd
        .map((value) => replaceAt(body, place, value))
        .filter((candidate) => isRefused(operationId, candidate))
      await fc.assert(
        fc.asyncProperty(broken, async (candidate) => {
          const answer = await state.send(operationId, { body: JSON.stringify(candidate) })
          expect(refusalProblems(answer, operationId)).toStrictEqual([])
          expect([answer.status, answer.code]).toStrictEqual([400, 'validation_error'])
        }),
        { seed: 20_260_115, numRuns: 8 },
      )
    }
    expect(await state.snapshot()).toStrictEqual(before)
  })

  it('without any one of its required parts, is refused', async () => {
    const before = await state.snapshot()
    const broken = places
      .map((place) => replaceAt(body, place, undefined))
      .filter(
        (candidate) =>
          candidate === undefined || isRefused(operationId, JSON.parse(JSON.stringify(candidate))),
      )
    expect(broken.length).toBeGreaterThan(1)
    for (const candidate of broken) {
      const answer = await state.send(operationId, { body: JSON.stringify(candidate) ?? '' })
      expect(refusalProblems(answer, operationId)).toStrictEqual([])
      expect(answer.code).toBe('validation_error')
    }
    expect(await state.snapshot()).toStrictEqual(before)
  })
})
