import { describe, expect, it } from 'vitest'
import { findingsOf } from './lib/findings-of.ts'

const content = (schema: object) => ({ content: { 'application/json': { schema } } })

describe('no-inline-schema', () => {
  const findings = findingsOf(
    'no-inline-schema',
    { paths: { '/a': { $ref: './paths/a.yaml' } } },
    {
      files: {
        'paths/a.yaml': {
          get: {
            responses: {
              200: content({ type: 'object' }),
              201: content({ $ref: '../components/schemas/A.yaml' }),
            },
          },
        },
        'components/schemas/A.yaml': { type: 'object' },
      },
    },
  )

  it('reports a schema written in a path file', () => {
    expect(findings.map(({ file, pointer }) => file + pointer)).toEqual([
      'paths/a.yaml#/get/responses/200/content/application~1json/schema',
    ])
  })
})
