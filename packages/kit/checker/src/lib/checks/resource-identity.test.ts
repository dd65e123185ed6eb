import { describe, expect, it } from 'vitest'
import { createRig, type ExchangeDraft } from '../../../test/create-exchange.ts'
import { jsonBody, jsonResponse } from '../../../test/one-operation.ts'
import { lastOf, steps } from '../../../test/pet-shop.ts'
import { resourceIdentity } from './resource-identity.ts'

const verify = (...drafts: ExchangeDraft[]) => resourceIdentity.verify(lastOf(...drafts))

const repeated = (more: Partial<ExchangeDraft>) =>
  steps.createSecond({ json: { id: 'p1', name: 'Ada' }, ...more })

describe('resourceIdentity', () => {
  it('accuses an answer that shows another thing', () => {
    expect(verify(steps.create(), steps.read('read-created', { id: 'p2', name: 'Ada' }))).toMatchObject([
      {
        operationId: 'getPet',
        message: 'The 200 answer of getPet shows another thing than the one asked for.',
      },
    ])
    expect(verify(steps.put({ name: 'a' }, { json: { id: 'p2', name: 'a' } }))).toMatchObject([
      { operationId: 'replacePet' },
    ])
  })

  it('is content with the thing itself, or without an id', () => {
    expect(verify(steps.read('read-created', { id: 'P1' }))).toEqual([])
    expect(verify(steps.read('read-created', { name: 'Rex' }))).toEqual([])
  })

  it('knows an id that the query takes', async () => {
    const note = { type: 'object', properties: { id: { type: 'string' }, text: { type: 'string' } } }
    const id = { name: 'id', in: 'query', required: true, schema: { type: 'string' } }
    const exchange = await createRig({
      paths: {
        '/notes.create': {
          post: {
            operationId: 'create',
            requestBody: jsonBody(note),
            responses: { 200: jsonResponse(note) },
          },
        },
        '/notes.get': {
          get: { operationId: 'get', parameters: [id], responses: { 200: jsonResponse(note) } },
        },
      },
    })
    const read = (shown: string) =>
      exchange({
        operation: 'get',
        query: { id: 'n1' },
        boundTo: { 'query.id': 'create $response.body#/id' },
        status: 200,
        json: { id: shown },
      })
    expect(resourceIdentity.verify(read('n2'))).toMatchObject([{ operationId: 'get' }])
    expect(resourceIdentity.verify(read('n1'))).toEqual([])
  })

  it('claims nothing where the id came from another property', () => {
    expect(
      verify(
        steps.read(
          'read-created',
          { id: 'p2' },
          { boundTo: { 'path.petId': 'createPet $response.body#/slug' } },
        ),
      ),
    ).toEqual([])
    expect(verify(steps.read('read-created', { id: 'p2' }, { boundTo: {} }))).toEqual([])
  })

  it('accuses a creation that gives an id twice', () => {
    const second = steps.createSecond({ json: { id: 'p1', name: 'Ada' } })
    expect(verify(steps.create(), second)).toMatchObject([
      {
        operationId: 'createPet',
        message: 'The 201 answer of createPet gives a new thing the id of another.',
      },
    ])
    expect(verify(steps.create(), steps.createSecond())).toEqual([])
  })

  it('claims nothing of a repetition', () => {
    expect(verify(steps.create(), repeated({ body: { name: 'Rex' } }))).toEqual([])
    expect(verify(steps.create(), repeated({ status: 200 }))).toEqual([])
    expect(verify(steps.create(), repeated({ request: { headers: [['idempotency-key', 'k']] } }))).toEqual([])
  })
})
