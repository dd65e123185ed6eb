import type { Json } from '@contract-kit/json-schema/json'
import { answers, jsonContent, loadPaths, valuesOf } from '@contract-kit/openapi/testing'
import { buildResourceGraph } from '@contract-kit/resources'
import { describe, expect, it } from 'vitest'
import { atBoundary, listBoundaries } from './boundary-bodies.ts'

const PET = {
  type: 'object',
  properties: { name: { type: 'string', maxLength: 12 }, ownerId: { type: 'string', maxLength: 9 } },
  required: ['name', 'ownerId'],
}

const loadPets = () =>
  loadPaths({
    '/pets': { post: { operationId: 'make', requestBody: jsonContent(PET) } },
    '/owners': {
      post: {
        operationId: 'makeOwner',
        responses: answers('201', { type: 'object', properties: { id: { type: 'string' } } }),
      },
    },
  })

const sending = (value: Json) => valuesOf({ body: { contentType: 'application/json', value } })

const bodiesAt = async (base: Json) => {
  const document = await loadPets()
  const operation = document.operations.find(({ id }) => id === 'make')
  if (operation === undefined) throw new Error('no operation')
  const boundaries = listBoundaries(operation, 'application/json')
  return boundaries.map(
    (boundary) => atBoundary(buildResourceGraph(document), operation, sending(base), boundary)?.body?.value,
  )
}

describe('atBoundary', () => {
  it('carries the longest text over to another body', async () => {
    const bodies = await bodiesAt({ name: 'Tom', ownerId: 'o1' })
    expect(bodies.some((body) => String(Object(body)['name']).length === 12)).toBe(true)
  })

  it('leaves references as they are', async () => {
    const bodies = await bodiesAt({ name: 'Tom', ownerId: 'o1' })
    const owners = bodies.flatMap((body) => (body === undefined ? [] : [Object(body)['ownerId'] as unknown]))
    expect(new Set(owners)).toEqual(new Set(['o1']))
    expect(owners.length).toBeLessThan(bodies.length)
  })
})
