import { describe, expect, it } from 'vitest'
import { INTEGER, loadPaths, makes, objectOf, reads, TEXT } from '@contract-kit/openapi/testing'
import { buildResourceGraph } from '@contract-kit/resources'
import { applyBound } from './bound-request.ts'

const PARENT = objectOf({ id: INTEGER })

describe('applyBound', () => {
  it.each<[string, typeof INTEGER | typeof TEXT, unknown]>([
    ['a number where the body takes one', INTEGER, 7],
    ['a text where the body takes one', TEXT, '7'],
  ])('writes an id that was read from a URL as %s', async (_title, schema, expected) => {
    const document = await loadPaths({
      '/shelves': makes(objectOf({ name: TEXT }), PARENT),
      '/shelves/{shelfId}': reads(PARENT),
      '/moves': makes(objectOf({ shelfId: schema }, 'shelfId'), objectOf({ id: INTEGER })),
    })
    const operation = document.operations.find(({ path }) => path === '/moves')
    const [binding] = operation === undefined ? [] : buildResourceGraph(document).bindings(operation)
    if (operation === undefined || binding === undefined) throw new Error('There is no reference.')
    const values = { path: {}, query: {}, header: {}, cookie: {}, body: { contentType: 'application/json', value: { shelfId: 1 } } } // prettier-ignore
    const producer = {
      operationId: 'createShelf',
      expression: '$response.header.location#/shelves/{shelfId}',
    }
    const { values: bound } = applyBound(operation, values, [{ binding, entry: { value: '7', producer, context: {} } }]) // prettier-ignore
    expect(bound.body?.value).toEqual({ shelfId: expected })
  })
})
