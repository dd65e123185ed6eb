import { describe, expect, it } from 'vitest'
import { lastOf, steps } from '../../../test/pet-shop.ts'
import { listOmitsCreated } from './list-omits-created.ts'

const verify = (...drafts: Parameters<typeof lastOf>) => listOmitsCreated.verify(lastOf(...drafts))
const read = steps.read('read-created', { id: 'p1' })

const list = (id: unknown) => steps.list('list-after-create', [{ id }])

describe('listOmitsCreated', () => {
  it('accuses a list without the new item', () => {
    expect(verify(steps.create(), read, steps.list('list-after-create', [{ id: 'p0' }]))).toMatchObject([
      { operationId: 'listPets', message: 'The 200 answer of listPets leaves out what createPet created.' },
    ])
  })

  it('accuses the creation too, where nothing was read', () => {
    expect(verify(steps.create(), steps.list('list-after-create', []))).toMatchObject([
      { operationId: 'createPet' },
      { operationId: 'listPets' },
    ])
  })

  it('looks at all pages', () => {
    const pages = [steps.list('list-page', [{ id: 'p1' }]), steps.list('list-after-create', [{ id: 'p0' }])]
    expect(verify(steps.create(), read, ...pages)).toEqual([])
    expect(verify(steps.create(), ...pages.slice(0, 1), read, ...pages.slice(1))).toHaveLength(1)
  })

  it('knows an id in other letters, and as a number', () => {
    expect(verify(steps.create({ json: { id: 'AB-1' } }), read, list('ab-1'))).toEqual([])
    expect(verify(steps.create({ json: { id: '7' } }), read, list(7))).toEqual([])
  })

  it('looks for all that was created before the whole list', () => {
    const pages = [
      steps.list('page-1', [{ id: 'p2' }]),
      steps.list('page-2', [{ id: 'p0' }]),
      steps.list('list-all', [{ id: 'p2' }, { id: 'p0' }]),
    ]
    expect(verify(steps.create(), steps.createSecond(), ...pages)).toMatchObject([
      { operationId: 'listPets' },
    ])
    expect(verify(steps.createSecond(), ...pages)).toEqual([])
    expect(verify(steps.create(), steps.remove(), ...pages)).toEqual([])
  })

  it('leaves what a page shows to another check', () => {
    expect(
      verify(steps.create(), steps.list('page-1', [{ id: 'p1' }]), steps.list('list-all', [{ id: 'p0' }])),
    ).toEqual([])
  })

  it('leaves what cannot be read to another check', () => {
    expect(
      verify(steps.create(), steps.missing('read-created'), steps.list('list-after-create', [])),
    ).toEqual([])
  })

  it('is silent about a narrowed list', () => {
    expect(
      verify(steps.create(), read, steps.list('list-after-create', [], { query: { kind: 'dog' } })),
    ).toEqual([])
    expect(
      verify(steps.create(), read, steps.list('list-after-create', [], { query: { limit: 3 } })),
    ).toHaveLength(1)
  })

  it('is silent about items without ids, and about no list', () => {
    expect(verify(steps.create(), read, steps.list('list-after-create', [{ name: 'x' }]))).toEqual([])
    expect(
      verify(steps.create(), read, steps.list('list-after-create', [], { json: { error: 'x' } })),
    ).toEqual([])
  })

  it('claims nothing after a creation that was only accepted', () => {
    expect(verify(steps.create({ status: 202 }), read, steps.list('list-after-create', []))).toEqual([])
  })
})
