import { describe, expect, it } from 'vitest'
import { findingsOf } from './lib/findings-of.ts'

const content = (name: string) => ({
  content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } },
})
const object = (inner: string) => ({
  type: 'object',
  properties: { inner: { $ref: `#/components/schemas/${inner}` } },
})

describe('request-response-apart', () => {
  const findings = findingsOf('request-response-apart', {
    paths: { '/a': { post: { requestBody: content('Ask'), responses: { 200: content('Answer') } } } },
    components: {
      schemas: {
        Ask: object('Shared'),
        Answer: object('Shared'),
        Shared: object('Id'),
        Id: { type: 'string' },
      },
    },
  })

  it('reports an object that serves both directions', () => {
    expect(findings.map(({ pointer }) => pointer)).toEqual(['#/components/schemas/Shared'])
  })
})
