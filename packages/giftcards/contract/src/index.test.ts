import { describe, expect, it } from 'vitest'
import { openapiDocument, operationTable } from './index.ts'

describe('operationTable', () => {
  it('names the fourteen operations of the contract', () => {
    expect(Object.keys(operationTable)).toHaveLength(14)
  })

  it('keys every row by its operationId', () => {
    expect(Object.values(operationTable).map(({ operationId }) => operationId)).toEqual(
      Object.keys(operationTable),
    )
  })

  it('points at operations of the document', () => {
    const found = Object.values(operationTable).map(
      ({ path, method }) => openapiDocument.paths[path]?.[method],
    )
    expect(found).toEqual(
      Object.keys(operationTable).map((operationId) => expect.objectContaining({ operationId })),
    )
  })
})

describe('openapiDocument', () => {
  it('keeps no key of the workshop', () => {
    expect(JSON.stringify(openapiDocument)).not.toMatch(/"x-(source|request)":/)
  })
})
