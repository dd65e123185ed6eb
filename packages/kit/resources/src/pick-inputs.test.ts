import { describe, expect, it } from 'vitest'
import type { Exchange } from './exchange.ts'
import type { ApiDocument } from '@contract-kit/openapi'
import { buildResourceGraph } from './build-resource-graph.ts'
import { pickInputs } from './pick-inputs.ts'
import { createSource, type SourceParts } from '../test/create-source.ts'
import { answers, loadPaths } from '@contract-kit/openapi/testing'

const THING = { type: 'object', properties: { id: { type: 'string' } } }

const loadOwners = (): Promise<ApiDocument> =>
  loadPaths({
    '/owners': { post: { operationId: 'makeOwner', responses: answers('201', THING) } },
    '/owners/{ownerId}/pets': { post: { operationId: 'makePet', responses: answers('201', THING) } },
    '/owners/{ownerId}/pets/{petId}': { get: { operationId: 'getPet' }, delete: { operationId: 'dropPet' } },
  })

const did = (document: ApiDocument, id: string, parts: SourceParts): Exchange => {
  const source = createSource(parts)
  const operation = document.operations.find((each) => each.id === id)
  return { ...source, case: { ...source.case, operation } }
}

const picked = (
  document: ApiDocument,
  id: string,
  exchanges: readonly Exchange[],
  choose?: (count: number) => number,
) => {
  const operation = document.operations.find((each) => each.id === id)
  const inputs =
    operation === undefined ? [] : pickInputs(buildResourceGraph(document), operation, exchanges, choose)
  return Object.fromEntries(inputs.map(({ name, value }) => [name, value]))
}

describe('pickInputs', () => {
  it('takes the newest value of a producer', async () => {
    const document = await loadOwners()
    const exchanges = ['a', 'b'].map((id) => did(document, 'makeOwner', { json: { id } }))
    expect(picked(document, 'makePet', exchanges)).toEqual({ ownerId: 'b' })
    expect(picked(document, 'makePet', exchanges, () => 1)).toEqual({ ownerId: 'a' })
  })

  it('gives a child the parent under which it was made', async () => {
    const document = await loadOwners()
    const exchanges = [
      did(document, 'makeOwner', { json: { id: 'a' } }),
      did(document, 'makePet', { values: { path: { ownerId: 'a' } }, json: { id: 'p' } }),
      did(document, 'makeOwner', { json: { id: 'b' } }),
    ]
    expect(picked(document, 'getPet', exchanges)).toEqual({ ownerId: 'a', petId: 'p' })
  })

  it('gives no id of what was deleted', async () => {
    const document = await loadOwners()
    const made = did(document, 'makePet', { values: { path: { ownerId: 'a' } }, json: { id: 'p' } })
    const dropped = did(document, 'dropPet', { values: { path: { ownerId: 'a', petId: 'p' } }, status: 204 })
    expect(picked(document, 'getPet', [made, dropped])).not.toHaveProperty('petId')
  })

  it('takes nothing from a refusal', async () => {
    const document = await loadOwners()
    expect(
      picked(document, 'makePet', [did(document, 'makeOwner', { json: { id: 'a' }, status: 400 })]),
    ).toEqual({})
  })

  it('finds an id that the document does not describe', async () => {
    const document = await loadPaths({
      '/owners': { post: { operationId: 'makeOwner' } },
      '/owners/{ownerId}': { get: { operationId: 'getOwner' } },
    })
    expect(
      picked(document, 'getOwner', [did(document, 'makeOwner', { json: { owner: { id: 4 } } })]),
    ).toEqual({ ownerId: '4' })
  })
})
