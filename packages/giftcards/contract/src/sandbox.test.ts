import { describe, expect, it } from 'vitest'
import { sandboxDocument, sandboxOperationTable } from './sandbox.ts'

describe('sandboxOperationTable', () => {
  it('names the nineteen controls', () => {
    expect(Object.keys(sandboxOperationTable)).toHaveLength(19)
  })
})

describe('sandboxDocument', () => {
  it('keeps every path under one prefix', () => {
    const outside = Object.keys(sandboxDocument.paths).filter((path) => !path.startsWith('/__sandbox/'))
    expect(outside).toEqual([])
  })
})
