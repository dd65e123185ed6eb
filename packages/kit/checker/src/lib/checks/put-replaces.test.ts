import { describe, expect, it } from 'vitest'
import type { ExchangeDraft } from '../../../test/create-exchange.ts'
import { lastOf, steps } from '../../../test/pet-shop.ts'
import { putReplaces } from './put-replaces.ts'

const verify = (...drafts: ExchangeDraft[]) => putReplaces.verify(lastOf(...drafts))
const full = { name: 'Rex', nick: 'R', weight: 5, kind: 'dog', tame: true, vet: 'Dr. Who', pin: '1' }
const first = steps.put(full)
const answering = (json: object) => steps.put({ name: 'Rex' }, { json })
const silent = steps.put({ name: 'Rex' }, { json: undefined, text: '' })

describe('putReplaces', () => {
  it('accuses the PUT whose answer keeps what was left out', () => {
    expect(verify(first, answering({ id: 'p1', name: 'Rex', nick: 'R' }))).toMatchObject([
      {
        operationId: 'replacePet',
        message: 'The 200 answer of replacePet keeps what the new representation leaves out: nick.',
      },
    ])
  })

  it('accuses the PUT after which what was left out is read', () => {
    expect(
      verify(first, silent, steps.read('read-after-change', { id: 'p1', name: 'Rex', weight: 5 })),
    ).toMatchObject([{ operationId: 'replacePet' }])
  })

  it('is content where the rest is gone or empty', () => {
    expect(verify(first, answering({ id: 'p1', name: 'Rex', nick: null, weight: 0 }))).toEqual([])
  })

  it.each(['kind', 'tame', 'vet'] as const)('claims nothing of %s, which a server may fill in', (name) => {
    expect(verify(first, answering({ id: 'p1', name: 'Rex', [name]: full[name] }))).toEqual([])
  })

  it('claims nothing of a value that was never sent', () => {
    expect(verify(first, answering({ id: 'p1', name: 'Rex', nick: 'made up' }))).toEqual([])
  })

  it('claims nothing of PATCH, or of a PUT that was refused', () => {
    expect(verify(first, steps.patch({ name: 'Rex' }, { json: { name: 'Rex', nick: 'R' } }))).toEqual([])
    expect(
      verify(first, steps.put({ name: 'Rex' }, { status: 404, json: { name: 'Rex', nick: 'R' } })),
    ).toEqual([])
  })
})
