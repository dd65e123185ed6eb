import { describe, expect, it } from 'vitest'
import { servedDocuments } from './documents.ts'
import { findUnexplained, findUnneeded, tellReasons } from './reasons.ts'
import { countFindings, readResults } from './results.ts'

const { documents } = readResults()

describe('the committed results', () => {
  it('are of these documents, with a reason for every finding and no other', () => {
    expect(documents.map(({ name }) => name)).toStrictEqual(servedDocuments.map(({ name }) => name))
    expect(documents.flatMap((each) => [...findUnexplained(each), ...findUnneeded(each)])).toStrictEqual([])
    expect(documents.map(({ why }) => why)).toStrictEqual(documents.map(({ name }) => tellReasons(name)))
  })

  it('have no more findings than Prism on any document', () => {
    const worse = documents.filter(
      ({ sandbox, prism }) => prism !== undefined && countFindings(sandbox) > countFindings(prism),
    )
    expect(worse.map(({ name }) => name)).toStrictEqual([])
  })
})
