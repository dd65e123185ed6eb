import { describe, expect, it } from 'vitest'
import { type ForeignResult, toForeignInserts } from './foreign-table.ts'

const ferry: ForeignResult = {
  title: 'Ferry',
  package: 'ferry-openapi 1.0.0',
  openapi: '3.1.0',
  operations: 1200,
  steps: {
    bundle: { result: 'works' },
    gen: { result: 'works', notes: ['1 operation left out: it is <odd>: GET /odd'] },
    mock: { result: 'refused', notes: ['There is nothing to mock.'] },
  },
}

function insert(name: string): string {
  return toForeignInserts([ferry])[name]?.() ?? ''
}

describe('toForeignInserts', () => {
  it('counts documents, operations and steps', () => {
    expect(insert('foreign-sentence')).toBe(
      '1 documents with 1,200 operations, from 1 npm packages: 2 of 3 steps work, 1 are rejected with a reason, 0 fail.',
    )
  })

  it('has a row for each document and a column for each step', () => {
    expect(insert('foreign-table')).toContain('| Ferry | 3.1.0 | 1,200 | yes | with notes | rejected |')
  })

  it('lists the notes as text', () => {
    expect(insert('foreign-notes').split('\n')).toEqual([
      expect.stringMatching(/^- Ferry, `gen`: 1 operation left out: it is (?:&lt;|\\<)odd/),
      '- Ferry, `mock`: There is nothing to mock.',
    ])
  })
})
