import { describe, expect, it } from 'vitest'
import type { ExchangeDraft } from '../../../test/create-exchange.ts'
import { lastOf, steps } from '../../../test/pet-shop.ts'
import type { Json } from '../schema/json.ts'
import { patchMerges } from './patch-merges.ts'

const old = {
  id: 'p1',
  name: 'Rex',
  nick: 'R',
  weight: 5,
  tame: true,
  tags: ['a'],
  home: { street: 'x', city: 'y' },
  vet: 'Dr. No',
  status: 'new',
  updatedAt: 'then',
  version: 1,
}
const verify = (body: Json, now: object, more: Partial<ExchangeDraft> = {}) =>
  patchMerges.verify(
    lastOf(
      steps.read('read-before-change', old),
      steps.patch(body, more),
      steps.read('read-after-change', { ...old, ...now }),
    ),
  )

describe('patchMerges', () => {
  it.each([
    [{ tags: [] }, 'tags'],
    [{ nick: null }, 'nick'],
    [{ nick: undefined }, 'nick'],
    [{ tame: false }, 'tame'],
    [{ weight: 0 }, 'weight'],
    [{ vet: 'Dr. Who' }, 'vet'],
  ])('accuses a patch that makes it %j', (now, name) => {
    expect(verify({ name: 'Rex' }, now)).toMatchObject([
      {
        operationId: 'patchPet',
        message: `The 200 answer of patchPet changes what the patch does not name, or keeps what it removes: ${name}.`,
      },
    ])
  })

  it('is content where the rest stays', () => {
    expect(verify({ weight: 6 }, { weight: 6 })).toEqual([])
  })

  it('claims nothing of what the server sets or cannot be patched', () => {
    expect(verify({ weight: 6 }, { weight: 6, updatedAt: '', version: 0, status: '' })).toEqual([])
  })

  it('claims nothing of a value that is only another', () => {
    expect(verify({ weight: 6 }, { weight: 6, nick: 'Rexy' })).toEqual([])
  })

  it('goes down into objects', () => {
    expect(verify({ home: { city: 'z' } }, { home: { city: 'z' } })).toMatchObject([
      { message: expect.stringContaining('home/street') },
    ])
    expect(verify({ home: { city: 'z' } }, { home: { street: 'x', city: 'z' } })).toEqual([])
  })

  it('accuses a merge patch whose null removes nothing', () => {
    expect(verify({ nick: null }, {})).toHaveLength(1)
    expect(verify({ nick: null }, { nick: null })).toEqual([])
  })

  it('claims nothing after a patch that was refused', () => {
    expect(verify({ name: 'a' }, { nick: null }, { status: 404 })).toEqual([])
  })
})
