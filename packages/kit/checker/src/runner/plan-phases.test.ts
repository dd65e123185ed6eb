import { describe, expect, it } from 'vitest'
import { ConfigurationError } from '../core/check-options.ts'
import { loadDocument } from '@contract-kit/openapi'
import { selectOperations } from './plan-phases.ts'

const responses = { 200: { description: 'ok' } }
const document = await loadDocument({
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1' },
  paths: {
    '/pets': { get: { operationId: 'listPets', responses }, post: { operationId: 'createPet', responses } },
    '/owners': { get: { operationId: 'listOwners', responses } },
  },
})
const idsOf = (include: readonly string[], exclude: readonly string[]) =>
  selectOperations(document, { include, exclude }).selected.map(({ id }) => id)

describe('selectOperations', () => {
  it('takes all operations without a filter', () => {
    expect(idsOf([], [])).toStrictEqual(['listPets', 'createPet', 'listOwners'])
  })

  it('takes operations by id, by path and by pattern', () => {
    expect(idsOf(['createPet'], [])).toStrictEqual(['createPet'])
    expect(idsOf(['/pets'], [])).toStrictEqual(['listPets', 'createPet'])
    expect(idsOf(['list*'], ['*Owners'])).toStrictEqual(['listPets'])
  })

  it('suggests the nearest name for a filter without matches', () => {
    expect(() => idsOf(['creatPet'], [])).toThrow(
      new ConfigurationError('No operation has the operationId or path creatPet; did you mean createPet?'),
    )
  })

  it('refuses filters that leave nothing', () => {
    expect(() => idsOf([], ['*'])).toThrow(/leave no operation/)
  })
})
