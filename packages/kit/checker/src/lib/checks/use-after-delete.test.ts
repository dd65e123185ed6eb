import { describe, expect, it } from 'vitest'
import { lastOf, steps } from '../../../test/pet-shop.ts'
import { useAfterDelete } from './use-after-delete.ts'

const pet = { id: 'p1', name: 'Rex' }

describe('useAfterDelete', () => {
  it('accuses both who deleted and who still shows', () => {
    const seen = lastOf(steps.create(), steps.remove(), steps.read('read-after-delete', pet))
    expect(useAfterDelete.verify(seen)).toMatchObject([
      {
        operationId: 'deletePet',
        message: 'The 200 answer of getPet still shows what deletePet said it deleted.',
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

  it('looks at no other step', () => {
    expect(useAfterDelete.verify(lastOf(steps.create(), steps.remove(), steps.read('link', pet)))).toEqual([])
  })
})
