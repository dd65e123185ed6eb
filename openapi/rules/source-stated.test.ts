import { describe, expect, it } from 'vitest'
import { findingsOf } from './lib/findings-of.ts'

describe('source-stated', () => {
  const findings = findingsOf(
    'source-stated',
    {
      paths: {
        '/stated': {
          get: { 'x-source': 'spec 4.4', responses: { 200: { 'x-source': 'spec 4.4, decision' } } },
        },
        '/silent': { get: { 'x-source': 'somewhere', responses: { 200: { description: 'Fine.' } } } },
      },
      components: {
        schemas: {
          Cart: { 'x-source': 'spec 2.2', properties: { inner: { type: 'object' } } },
          Silent: { type: 'object' },
          InFile: { $ref: './components/schemas/InFile.yaml' },
        },
      },
    },
    {
      files: {
        'components/schemas/InFile.yaml': { type: 'object', properties: { inner: { type: 'object' } } },
      },
    },
  )

  it('reports operations, responses and component schemas without source', () => {
    expect(findings.map(({ file, pointer }) => file + pointer).toSorted()).toEqual([
      'components/schemas/InFile.yaml#/',
      'openapi.yaml#/components/schemas/Silent',
      'openapi.yaml#/paths/~1silent/get',
      'openapi.yaml#/paths/~1silent/get/responses/200',
    ])
  })
})
