import { describe, expect, test } from 'vitest'
import { openDocument } from '../document/open-document.ts'
import { whyElsewhere } from './sendable-document.ts'

describe('whyElsewhere', () => {
  test('names the server of an operation that is none of the document', () => {
    const responses = { 200: { description: '' } }
    const document = openDocument({
      openapi: '3.1.0',
      servers: [{ url: 'http://a.test' }],
      paths: {
        '/a': { get: { responses }, put: { servers: [{ url: 'http://a.test/' }], responses } },
        '/b': { servers: [{ url: 'http://b.test' }], get: { responses } },
      },
    })
    expect(document.operations.map((operation) => whyElsewhere(document, operation))).toEqual([
      undefined,
      undefined,
      'its server http://b.test is not one of the document, and requests are only sent below the base URL',
    ])
  })
})
