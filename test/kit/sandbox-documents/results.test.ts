import { describe, expect, it } from 'vitest'
import { servedDocuments } from './documents.ts'
import { findUnexplained, findUnneeded, tellReasons } from './reasons.ts'
import { countFindings, readResults } from './results.ts'
import { stampOf } from './stamp.ts'

const { documents } = readResults()

describe('the committed results', () => {
  it('are of these documents, as they are now', async () => {
    const now = servedDocuments.map(async (document) => [document.name, await stampOf(document)])
    expect(documents.map(({ name, stamp }) => [name, stamp])).toStrictEqual(await Promise.all(now))
  })

  it('have no undocumented 5xx status', () => {
    expect(documents.filter(({ sandbox }) => sandbox.serverErrors > 0).map(({ name }) => name)).toStrictEqual(
      [],
    )
  })

  it('have a reason for every finding', () => {
    expect(documents.flatMap(findUnexplained)).toStrictEqual([])
  })

  it('need every reason', () => {
    expect(documents.flatMap(findUnneeded)).toStrictEqual([])
  })

  it('tell the reasons as they are written', () => {
    const told = documents.map(({ name, why }) => [name, why])
    expect(told).toStrictEqual(documents.map(({ name }) => [name, tellReasons(name)]))
  })

  it('have fewer findings than Prism on every document', () => {
    const others = documents.filter(
      ({ sandbox, prism }) => prism !== undefined && countFindings(sandbox) > countFindings(prism),
    )
    expect(others.map(({ name }) => name)).toStrictEqual([])
  })
})
