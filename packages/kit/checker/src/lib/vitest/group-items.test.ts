import { describe, expect, it } from 'vitest'
import { createMemoApi, memoDocument } from '../../../test/memo-api.ts'
import { ContractRun } from '../run/contract-run.ts'
import { groupItems } from './group-items.ts'

const { items } = await ContractRun.prepare({ document: memoDocument, fetch: createMemoApi().fetch })

describe('groupItems', () => {
  it('has one group for each operation and phase', () => {
    const names = groupItems(items).map(({ phase, subject }) => `${phase} ${subject}`)
    expect(new Set(names).size).toBe(names.length)
    expect(names.filter((name) => name.startsWith('fuzz'))).toStrictEqual([
      'fuzz createMemo',
      'fuzz listMemos',
      'fuzz getMemo',
      'fuzz deleteMemo',
    ])
  })

  it('names what is about no operation', () => {
    const names = groupItems(items).map(({ subject }) => subject)
    expect(names.filter((name) => name.startsWith('undeclared'))).toStrictEqual([
      'undeclared methods of /memos',
      'undeclared methods of /memos/{memoId}',
      'undeclared paths',
    ])
  })

  it('leaves no work out and keeps its order', () => {
    const grouped = groupItems(items).flatMap((group) => group.items)
    expect(new Set(grouped)).toStrictEqual(new Set(items))
    expect(grouped.filter(({ phase }) => phase === 'coverage')).toStrictEqual(
      items.filter(({ phase }) => phase === 'coverage'),
    )
  })
})
