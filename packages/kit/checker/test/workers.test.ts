import { describe, expect, it } from 'vitest'
import { measureWorkers } from '../bench/measure-workers.ts'
import { largeDocument } from './large-document.ts'
import { createLargeServer } from './large-server.ts'

describe('workers', () => {
  it.each([1, 3, 8])('has %i requests in flight, and never more', async (workers) => {
    const { fetch } = createLargeServer()
    const options = { document: largeDocument(15), fetch, workers, cases: 5 }
    const { peak, findings } = await measureWorkers(options, 0)
    expect(peak).toBe(workers)
    expect(findings).toBe(0)
  })
})
