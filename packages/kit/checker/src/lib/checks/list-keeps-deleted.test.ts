import { describe, expect, it } from 'vitest'
import { lastOf, steps } from '../../../test/pet-shop.ts'
import { listKeepsDeleted } from './list-keeps-deleted.ts'

const verify = (...drafts: Parameters<typeof lastOf>) => listKeepsDeleted.verify(lastOf(...drafts))
const list = steps.list('list-after-delete', [{ id: 'p1', name: 'Rex' }])
const denied = steps.missing('read-after-delete')

describe('listKeepsDeleted', () => {
  it('accuses a list that still shows the item', () => {
    expect(verify(steps.create(), steps.remove(), denied, list)).toMatchObject([
      {
        operationId: 'listPets',
        message: 'The 200 answer of listPets still lists what deletePet said it deleted.',
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
