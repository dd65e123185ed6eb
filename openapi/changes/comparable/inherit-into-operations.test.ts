import { describe, expect, it } from 'vitest'
import { inheritIntoOperations } from './inherit-into-operations.ts'

const parameter = (name: string, place: string, schema = 'string') => ({
  name,
  in: place,
  schema: { type: schema },
})

describe('inheritIntoOperations', () => {
  it('moves parameters of the path behind those of the operation', () => {
    const [own, shared] = [parameter('page', 'query'), parameter('id', 'path')]
    expect(
      inheritIntoOperations({
        paths: { '/a': { parameters: [shared], get: { parameters: [own] }, put: {} } },
      }),
    ).toStrictEqual({
      paths: {
        '/a': {
          get: { security: [], parameters: [own, shared] },
          put: { security: [], parameters: [shared] },
        },
      },
    })
  })

  it('lets an operation override a parameter of its path', () => {
    const own = parameter('id', 'path', 'integer')
    const elsewhere = parameter('id', 'query')
    const document = {
      paths: {
        '/a': {
          parameters: [{ $ref: '#/components/parameters/id' }, elsewhere],
          get: { parameters: [own] },
        },
      },
      components: { parameters: { id: parameter('id', 'path') } },
    }
    expect(inheritIntoOperations(document)).toMatchObject({
      paths: { '/a': { get: { parameters: [own, elsewhere] } } },
    })
  })

  it('gives operations the security of the document', () => {
    const security = [{ token: [] }]
    expect(
      inheritIntoOperations({ security, paths: { '/a': { summary: 'A', get: {}, put: { security: [] } } } }),
    ).toStrictEqual({ paths: { '/a': { summary: 'A', get: { security }, put: { security: [] } } } })
  })
})
