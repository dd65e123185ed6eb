import { describe, expect, it } from 'vitest'
import { createRig, type ExchangeDraft } from '../../../test/create-exchange.ts'
import { jsonBody, jsonResponse } from '../../../test/one-operation.ts'
import { lastOf, steps } from '../../../test/pet-shop.ts'
import {
  childOutlivesParent,
  childUnderWrongParent,
  createdResourceUnavailable,
  idReused,
  resourceIdentity,
} from './creation.ts'

const verify = (...drafts: Parameters<typeof lastOf>) => createdResourceUnavailable.verify(lastOf(...drafts))

const listed = (operation: string) =>
  steps.missing('read-listed', { boundTo: { 'path.petId': `${operation} list` } })

const binding = (property: string) => ({
  boundTo: { 'path.petId': `createPet $response.body#/${property}` },
})

describe('createdResourceUnavailable', () => {
  it('accuses both who created and who denies', () => {
    expect(verify(steps.create(), steps.missing('read-created'))).toMatchObject([
      {
        operationId: 'createPet',
        message: 'The 404 response of getPet says that the item does not exist, but createPet created it.',
      },
      { operationId: 'getPet' },
    ])
  })

  it('accuses only who denies what was read before', () => {
    const seen = verify(
      steps.create(),
      steps.read('read-created', { id: 'p1' }),
      steps.remove({ status: 404 }),
    )
    expect(seen).toMatchObject([{ operationId: 'deletePet' }])
  })

  it('accuses who created what was lost after another was read', () => {
    const first = [steps.create(), steps.read('read-created', { id: 'p1' })]
    expect(verify(...first, steps.create(), steps.missing('read-created'))).toHaveLength(2)
  })

  it('accuses a reader that denies what a list shows', () => {
    expect(verify(steps.list('list-all', [{ id: 'p1' }]), steps.missing('read-listed'))).toMatchObject([
      { operationId: 'getPet' },
    ])
  })

  it.each([200, 401, 403, 400, 500])('is silent about %i', (status) => {
    expect(verify(steps.create(), steps.missing('read-created', { status }))).toEqual([])
  })

  it('claims nothing after a creation that was only accepted', () => {
    expect(verify(steps.create({ status: 202 }), steps.missing('read-created'))).toEqual([])
  })

  it('claims nothing where a query may be the reason', () => {
    expect(verify(steps.create(), steps.missing('read-created', { query: { fields: 'x' } }))).toEqual([])
    const bound = { query: { id: 'p1' }, boundTo: { 'query.id': 'createPet $response.body#/id' } }
    expect(verify(steps.create(), steps.missing('read-created', bound))).toHaveLength(2)
    expect(
      verify(
        steps.create(),
        steps.missing('read-created', {
          ...bound,
          boundTo: { 'query.id': 'createPet $response.body#/number' },
        }),
      ),
    ).toEqual([])
  })

  it('tells the same loss once', () => {
    expect(verify(steps.create(), steps.missing('read-created'), steps.remove({ status: 404 }))).toEqual([])
  })

  it('claims nothing after a deletion of the same', () => {
    expect(verify(steps.create(), steps.remove(), steps.missing('read-created'))).toEqual([])
    const other = steps.missing('read-other', { path: { petId: 'p2' } })
    expect(verify(steps.create(), steps.createSecond(), steps.remove(), other)).toHaveLength(2)
  })

  it('claims nothing of a listed id that may be the wrong one', () => {
    expect(verify(steps.list('list-all', [{ id: 'p1' }]), listed('listPets'))).toHaveLength(1)
  })

  it('claims nothing of an id that may be the wrong one', () => {
    expect(verify(steps.create(), steps.missing('read-created', binding('number')))).toEqual([])
    expect(verify(steps.create(), steps.missing('read-created', binding('data/petId')))).toHaveLength(2)
    expect(
      verify(
        steps.create(),
        steps.missing('read-created', {
          boundTo: { 'path.petId': 'createPet $response.header.location#/pets/{petId}' },
        }),
      ),
    ).toHaveLength(2)
  })
})

const verifyOfResourceIdentity = (...drafts: ExchangeDraft[]) => resourceIdentity.verify(lastOf(...drafts))

const repeated = (more: Partial<ExchangeDraft>) =>
  steps.createSecond({ json: { id: 'p1', name: 'Ada' }, ...more })

describe('resourceIdentity', () => {
  it('accuses an answer that shows another thing', () => {
    expect(
      verifyOfResourceIdentity(steps.create(), steps.read('read-created', { id: 'p2', name: 'Ada' })),
    ).toMatchObject([
      {
        operationId: 'getPet',
        message: 'The 200 response of getPet shows another item than the requested one.',
      },
    ])
    expect(
      verifyOfResourceIdentity(steps.put({ name: 'a' }, { json: { id: 'p2', name: 'a' } })),
    ).toMatchObject([{ operationId: 'replacePet' }])
  })

  it('is content with the thing itself, or without an id', () => {
    expect(verifyOfResourceIdentity(steps.read('read-created', { id: 'P1' }))).toEqual([])
    expect(verifyOfResourceIdentity(steps.read('read-created', { name: 'Rex' }))).toEqual([])
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
      verifyOfResourceIdentity(
        steps.read(
          'read-created',
          { id: 'p2' },
          { boundTo: { 'path.petId': 'createPet $response.body#/slug' } },
        ),
      ),
    ).toEqual([])
    expect(verifyOfResourceIdentity(steps.read('read-created', { id: 'p2' }, { boundTo: {} }))).toEqual([])
  })

  it('accuses a creation that gives an id twice', () => {
    const second = steps.createSecond({ json: { id: 'p1', name: 'Ada' } })
    expect(verifyOfResourceIdentity(steps.create(), second)).toMatchObject([
      {
        operationId: 'createPet',
        message: 'The 201 response of createPet gives a new item the id of another item.',
      },
    ])
    expect(verifyOfResourceIdentity(steps.create(), steps.createSecond())).toEqual([])
    const deleted = steps.remove({ step: 'delete-elsewhere' })
    expect(verifyOfResourceIdentity(steps.create(), deleted, second)).toEqual([])
    const slug = { json: { id: 'ada-1', name: 'Ada' } }
    expect(verifyOfResourceIdentity(steps.create(slug), steps.createSecond(slug))).toEqual([])
  })

  it('claims nothing of a repetition', () => {
    expect(verifyOfResourceIdentity(steps.create(), repeated({ body: { name: 'Rex' } }))).toEqual([])
    expect(verifyOfResourceIdentity(steps.create(), repeated({ status: 200 }))).toEqual([])
    expect(
      verifyOfResourceIdentity(
        steps.create(),
        repeated({ request: { headers: [['idempotency-key', 'k']] } }),
      ),
    ).toEqual([])
  })
})

const toy = { name: 'ball', size: 3 }
const create = (id: unknown = 1): ExchangeDraft => ({
  operation: 'createToy',
  step: 'create',
  path: { petId: 'p1' },
  body: toy,
  status: 201,
  json: { id, ...toy },
})
const ask = (json: object, status = 200): ExchangeDraft => ({
  operation: 'getToy',
  step: 'wrong-parent',
  path: { petId: 'p2', toyId: 1 },
  status,
  json,
})
const verifyOfChildUnderWrongParent = (...drafts: ExchangeDraft[]) =>
  childUnderWrongParent.verify(lastOf(...drafts))

const removeToy = (step: string, status: number) => ({ ...ask({}, status), step })

describe('childUnderWrongParent', () => {
  it('accuses a parent that shows the child of another', () => {
    expect(verifyOfChildUnderWrongParent(create(), ask({ id: 1, ...toy }))).toMatchObject([
      {
        operationId: 'getToy',
        message: 'The 200 response of getToy shows an item under a parent that it does not belong to.',
      },
    ])
  })

  it('accuses whatever is shown under an id that is unique', () => {
    expect(
      verifyOfChildUnderWrongParent(create('0f8fad5b-d9cb-469f-a165-70867728950e'), ask({})),
    ).toHaveLength(1)
  })

  it('claims nothing of another child of the same number', () => {
    expect(verifyOfChildUnderWrongParent(create(), ask({ id: 1, name: 'bone', size: 3 }))).toEqual([])
    expect(verifyOfChildUnderWrongParent(create(), ask({ id: 1 }))).toEqual([])
  })

  it.each([404, 403, 400])('is content with %i', (status) => {
    expect(verifyOfChildUnderWrongParent(create(), ask({}, status))).toEqual([])
  })

  it('accuses a deletion by the way of another parent, once the thing is gone', () => {
    expect(
      verifyOfChildUnderWrongParent(
        create(),
        removeToy('delete-elsewhere', 204),
        removeToy('read-elsewhere', 404),
      ),
    ).toHaveLength(1)
    expect(
      verifyOfChildUnderWrongParent(
        create(),
        removeToy('delete-elsewhere', 204),
        removeToy('read-elsewhere', 200),
      ),
    ).toEqual([])
  })

  it('accuses a list, and a creation, below what is not there', () => {
    const missing = steps.missing('read-missing')
    const list = { operation: 'listToys', step: 'list-missing', path: { petId: 'p1' }, status: 200, json: [] }
    expect(verifyOfChildUnderWrongParent(missing, list)).toMatchObject([{ operationId: 'listToys' }])
    expect(verifyOfChildUnderWrongParent(missing, { ...list, status: 404 })).toEqual([])
    const make = { ...create(), step: 'create-missing' }
    expect(verifyOfChildUnderWrongParent(missing, make, missing)).toMatchObject([
      { operationId: 'createToy' },
    ])
    expect(verifyOfChildUnderWrongParent(missing, { ...make, status: 202 }, missing)).toEqual([])
    expect(verifyOfChildUnderWrongParent(missing, make, steps.read('read-missing', {}))).toEqual([])
  })
})

const createAgain = (id: unknown, more: Partial<ExchangeDraft> = {}) =>
  steps.create({ step: 'create-after-delete', body: { name: 'Ada' }, json: { id }, ...more })
const verifyOfIdReused = (...drafts: ExchangeDraft[]) => idReused.verify(lastOf(...drafts))

describe('idReused', () => {
  it('accuses the id of what was deleted', () => {
    expect(verifyOfIdReused(steps.create(), steps.remove(), createAgain('p1'))).toMatchObject([
      {
        operationId: 'createPet',
        message: 'The 201 response of createPet gives a new item the id of a deleted item.',
      },
    ])
  })

  it('claims nothing of other ids, of small numbers, of ids that were sent, and of what was not deleted', () => {
    expect(verifyOfIdReused(steps.create(), steps.remove(), createAgain('p2'))).toEqual([])
    const numbered = steps.create({ json: { id: 7 } })
    expect(verifyOfIdReused(numbered, steps.remove({ path: { petId: 7 } }), createAgain(7))).toEqual([])
    expect(
      verifyOfIdReused(steps.create(), steps.remove(), createAgain('p1', { body: { name: 'p1' } })),
    ).toEqual([])
    expect(verifyOfIdReused(steps.create(), steps.remove({ status: 409 }), createAgain('p1'))).toEqual([])
  })
})

const orphan = (operation: string, step: string, more: Partial<ExchangeDraft> = {}): ExchangeDraft => ({
  operation,
  step,
  path: { petId: 'p1', toyId: 1 },
  status: 200,
  json: { id: 1, ...toy },
  ...more,
})
const verifyBelow = (...drafts: ExchangeDraft[]) =>
  childOutlivesParent.verify(lastOf(steps.remove({ step: 'delete-parent' }), ...drafts))

describe('childOutlivesParent', () => {
  const gone = steps.missing('read-parent-gone')

  it('accuses what is still shown, listed or made below what was deleted', () => {
    expect(verifyBelow(gone, orphan('getToy', 'read-orphan'))).toHaveLength(2)
    expect(verifyBelow(gone, orphan('listToys', 'list-orphans', { json: [] }))).toHaveLength(2)
    expect(verifyBelow(gone, orphan('createToy', 'create-orphan', { status: 201 }))).toHaveLength(2)
  })

  it('claims nothing where the parent is only marked, or the list documents no 404', () => {
    const marked = steps.read('read-parent-gone', { id: 'p1' })
    expect(verifyBelow(marked, orphan('getToy', 'read-orphan'))).toEqual([])
    expect(verifyBelow(orphan('listToys', 'list-orphans', { json: [] }))).toEqual([])
    expect(verifyBelow(gone, orphan('listMarks', 'list-orphans', { json: [] }))).toEqual([])
    expect(verifyBelow(gone, orphan('getToy', 'read-orphan', { status: 404 }))).toEqual([])
  })
})
