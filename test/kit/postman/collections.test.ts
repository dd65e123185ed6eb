import { describe, expect, it } from 'vitest'
import { runDocument } from './run-document.ts'

const names = ['parcels', 'weather', 'town-library', 'galaxy', 'train-travel', 'petstore', 'depots']

describe('the Postman collection of a document', () => {
  it.each(names)('runs on its sandbox from top to bottom: %s', async (name) => {
    expect(await runDocument(name)).toStrictEqual([])
  })
})
