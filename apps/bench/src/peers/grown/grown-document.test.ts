import { describe, expect, it } from 'vitest'
import { createGrownDocument, listGrownOperations } from './grown-document.ts'

describe('createGrownDocument', () => {
  it.each([15, 60])('has %i operations of distinct names', (count) => {
    const { paths } = createGrownDocument(count) as {
      paths: Record<string, Record<string, { operationId: string }>>
    }
    const ids = Object.values(paths).flatMap((item) =>
      Object.values(item).map(({ operationId }) => operationId),
    )
    expect(ids.toSorted()).toStrictEqual(
      listGrownOperations(count)
        .map(({ operationId }) => operationId)
        .toSorted(),
    )
    expect(ids).toHaveLength(count)
  })
})
