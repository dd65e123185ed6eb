import { describe, expect, it } from 'vitest'
import { lastOf, steps } from '../../../test/pet-shop.ts'
import { listKeepsDeleted, listOmitsCreated, useAfterDelete } from './deletion.ts'

const pet = { id: 'p1', name: 'Rex' }

const put = (status: number) =>
  steps.put({ name: 'Ada' }, { step: 'change-deleted', status, json: { id: 'p1', name: 'Ada' } })

describe('useAfterDelete', () => {
  it('accuses both who deleted and who still shows', () => {
    const seen = lastOf(steps.create(), steps.remove(), steps.read('read-after-delete', pet))
    expect(useAfterDelete.verify(seen)).toMatchObject([
      {
        operationId: 'deletePet',
        message: 'The 200 response of getPet still shows the item that deletePet deleted.',
      },
      { operationId: 'getPet' },
    ])
  })

  it.each([404, 410, 403, 500])('is content with %i', (status) => {
    expect(
      useAfterDelete.verify(
        lastOf(steps.create(), steps.remove(), steps.missing('read-after-delete', { status })),
      ),
    ).toEqual([])
  })

  it.each([202, 404, 409])('claims nothing after a deletion answered %i', (status) => {
    expect(
      useAfterDelete.verify(
        lastOf(steps.create(), steps.remove({ status }), steps.read('read-after-delete', pet)),
      ),
    ).toEqual([])
  })

  it.each([
    { deletedAt: '2024-01-01' },
    { status: 'archived' },
    { active: false },
    { state: { lifecycle: 'closed' } },
  ])('takes %j for a mark', (mark) => {
    const read = steps.read('read-after-delete', { ...pet, ...mark })
    expect(useAfterDelete.verify(lastOf(steps.create(), steps.remove(), read))).toEqual([])
  })

  it('takes nothing for a mark that was there before', () => {
    const odd = { ...pet, closingTime: '18:00', deletedAt: null }
    const seen = lastOf(
      steps.create(),
      steps.read('read-created', odd),
      steps.remove(),
      steps.read('read-after-delete', odd),
    )
    expect(useAfterDelete.verify(seen)).toHaveLength(2)
  })

  const gone = [steps.create(), steps.remove(), steps.missing('read-after-delete')] as const

  it('accuses a change of what is gone, once', () => {
    expect(useAfterDelete.verify(lastOf(...gone, put(200)))).toMatchObject([
      {
        operationId: 'replacePet',
        message: 'The 200 response of replacePet changes the item that deletePet deleted.',
      },
    ])
    expect(useAfterDelete.verify(lastOf(...gone, put(200), put(200)))).toEqual([])
  })

  it.each([201, 404, 409])('is content with a change answered %i', (status) => {
    expect(useAfterDelete.verify(lastOf(...gone, put(status)))).toEqual([])
  })

  it('claims nothing of a change where the item can still be read', () => {
    const read = steps.read('read-after-delete', { ...pet, status: 'archived' })
    expect(useAfterDelete.verify(lastOf(steps.create(), steps.remove(), read, put(200)))).toEqual([])
  })

  it('looks at no other step', () => {
    expect(useAfterDelete.verify(lastOf(steps.create(), steps.remove(), steps.read('link', pet)))).toEqual([])
  })
})

const verify = (...drafts: Parameters<typeof lastOf>) => listKeepsDeleted.verify(lastOf(...drafts))
const list = steps.list('list-after-delete', [{ id: 'p1', name: 'Rex' }])
const denied = steps.missing('read-after-delete')

describe('listKeepsDeleted', () => {
  it('accuses a list that still shows the item', () => {
    expect(verify(steps.create(), steps.remove(), denied, list)).toMatchObject([
      {
        operationId: 'listPets',
        message: 'The 200 response of listPets still lists the item that deletePet deleted.',
      },
    ])
  })

  it('accuses the deletion too, where nothing was read', () => {
    expect(verify(steps.create(), steps.remove(), list)).toMatchObject([
      { operationId: 'deletePet' },
      { operationId: 'listPets' },
    ])
  })

  it('leaves what can still be read to another check', () => {
    expect(
      verify(steps.create(), steps.remove(), steps.read('read-after-delete', { id: 'p1' }), list),
    ).toEqual([])
  })

  it('is content with a list of others, or a marked item', () => {
    expect(
      verify(steps.create(), steps.remove(), denied, steps.list('list-after-delete', [{ id: 'p2' }])),
    ).toEqual([])
    expect(
      verify(
        steps.create(),
        steps.remove(),
        denied,
        steps.list('list-after-delete', [{ id: 'p1', deleted: true }]),
      ),
    ).toEqual([])
  })

  it('claims nothing after a deletion that was refused', () => {
    expect(verify(steps.create(), steps.remove({ status: 409 }), denied, list)).toEqual([])
  })
})

const verifyOfListOmitsCreated = (...drafts: Parameters<typeof lastOf>) =>
  listOmitsCreated.verify(lastOf(...drafts))
const read = steps.read('read-created', { id: 'p1' })

const listOfListOmitsCreated = (id: unknown) => steps.list('list-after-create', [{ id }])

describe('listOmitsCreated', () => {
  it('accuses a list without the new item', () => {
    expect(
      verifyOfListOmitsCreated(steps.create(), read, steps.list('list-after-create', [{ id: 'p0' }])),
    ).toMatchObject([
      {
        operationId: 'listPets',
        message: 'The 200 response of listPets omits the item that createPet created.',
      },
    ])
  })

  it('accuses the creation too, where nothing was read', () => {
    expect(verifyOfListOmitsCreated(steps.create(), steps.list('list-after-create', []))).toMatchObject([
      { operationId: 'createPet' },
      { operationId: 'listPets' },
    ])
  })

  it('looks at all pages', () => {
    const pages = [steps.list('list-page', [{ id: 'p1' }]), steps.list('list-after-create', [{ id: 'p0' }])]
    expect(verifyOfListOmitsCreated(steps.create(), read, ...pages)).toEqual([])
    expect(
      verifyOfListOmitsCreated(steps.create(), ...pages.slice(0, 1), read, ...pages.slice(1)),
    ).toHaveLength(1)
  })

  it('knows an id in other letters, and as a number', () => {
    expect(
      verifyOfListOmitsCreated(steps.create({ json: { id: 'AB-1' } }), read, listOfListOmitsCreated('ab-1')),
    ).toEqual([])
    expect(
      verifyOfListOmitsCreated(steps.create({ json: { id: '7' } }), read, listOfListOmitsCreated(7)),
    ).toEqual([])
  })

  it('looks for all that was created before the whole list', () => {
    const pages = [
      steps.list('page-1', [{ id: 'p2' }]),
      steps.list('page-2', [{ id: 'p0' }]),
      steps.list('list-all', [{ id: 'p2' }, { id: 'p0' }]),
    ]
    expect(verifyOfListOmitsCreated(steps.create(), steps.createSecond(), ...pages)).toMatchObject([
      { operationId: 'listPets' },
    ])
    expect(verifyOfListOmitsCreated(steps.createSecond(), ...pages)).toEqual([])
    expect(verifyOfListOmitsCreated(steps.create(), steps.remove(), ...pages)).toEqual([])
  })

  it('leaves what a page shows to another check', () => {
    expect(
      verifyOfListOmitsCreated(
        steps.create(),
        steps.list('page-1', [{ id: 'p1' }]),
        steps.list('list-all', [{ id: 'p0' }]),
      ),
    ).toEqual([])
  })

  it('leaves what cannot be read to another check', () => {
    expect(
      verifyOfListOmitsCreated(
        steps.create(),
        steps.missing('read-created'),
        steps.list('list-after-create', []),
      ),
    ).toEqual([])
  })

  it('is silent about a narrowed list', () => {
    expect(
      verifyOfListOmitsCreated(
        steps.create(),
        read,
        steps.list('list-after-create', [], { query: { kind: 'dog' } }),
      ),
    ).toEqual([])
    expect(
      verifyOfListOmitsCreated(
        steps.create(),
        read,
        steps.list('list-after-create', [], { query: { limit: 3 } }),
      ),
    ).toHaveLength(1)
  })

  it('is silent about items without ids, and about no list', () => {
    expect(
      verifyOfListOmitsCreated(steps.create(), read, steps.list('list-after-create', [{ name: 'x' }])),
    ).toEqual([])
    expect(
      verifyOfListOmitsCreated(
        steps.create(),
        read,
        steps.list('list-after-create', [], { json: { error: 'x' } }),
      ),
    ).toEqual([])
  })

  it('claims nothing after a creation that was only accepted', () => {
    expect(
      verifyOfListOmitsCreated(steps.create({ status: 202 }), read, steps.list('list-after-create', [])),
    ).toEqual([])
  })
})
