import { describe, expect, it } from 'vitest'
import { findingsOf } from './lib/findings-of.ts'

describe('operation-id-camel-case', () => {
  const findings = findingsOf('operation-id-camel-case', {
    paths: {
      '/a': {
        get: { operationId: 'createCart' },
        post: { operationId: 'create-cart' },
        put: { operationId: 'Login' },
      },
    },
  })

  it('reports another case than camelCase', () => {
    expect(findings.map(({ message }) => message)).toEqual([
      'operationId Login must be camelCase.',
      'operationId create-cart must be camelCase.',
    ])
  })
})
