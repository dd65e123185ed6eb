import { readContract } from '@giftcards/server'
import { describe, expect, it } from 'vitest'
import { createGrownDocument, listGrownOperations } from './grown-document.ts'

describe('createGrownDocument', () => {
  it.each([15, 60])('has %i operations that a server can bind', (count) => {
    const { operations } = readContract(createGrownDocument(count))
    expect(operations.map(({ operationId }) => operationId).toSorted()).toStrictEqual(
      listGrownOperations(count)
        .map(({ operationId }) => operationId)
        .toSorted(),
    )
    expect(operations).toHaveLength(count)
  })
})
