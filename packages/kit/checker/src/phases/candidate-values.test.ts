import { describe, expect, it } from 'vitest'
import { operationOf } from '@contract-kit/openapi/testing'
import { candidateValues } from './candidate-values.ts'

const operation = await operationOf({
  parameters: [{ name: 'q', in: 'query', required: true, schema: { type: 'string' } }],
})

describe('candidateValues', () => {
  it('depends on the seed and the number asked for, not on what was asked before', () => {
    const first = candidateValues(operation, 1, 6)
    expect(candidateValues(operation, 2, 6)).not.toStrictEqual(first)
    expect(candidateValues(operation, 1, 3)).toStrictEqual(first.slice(0, 3))
    expect(candidateValues(operation, 1, 6)).toStrictEqual(first)
  })
})
