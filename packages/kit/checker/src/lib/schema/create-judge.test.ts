import { sample } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createJudge, invalidValues, UnresolvedReferenceError, validValues } from '../../schema.ts'

const document = {
  openapi: '3.0.3',
  components: {
    schemas: {
      Pet: {
        type: 'object',
        required: ['id', 'name', 'password'],
        properties: {
          id: { type: 'integer', readOnly: true },
          name: { type: 'string', minLength: 2, nullable: true },
          password: { type: 'string', writeOnly: true },
        },
        additionalProperties: false,
      },
      Pets: { type: 'array', items: { $ref: '#/components/schemas/Pet' } },
    },
  },
}
const location = { dialect: 'openapi-3.0', pointer: '/components/schemas/Pets' } as const

describe('createJudge', () => {
  it('returns each violated keyword with both pointers', () => {
    expect(createJudge(document, location)([{ id: 1, name: 'x', password: '' }])).toStrictEqual([
      {
        keyword: 'minLength',
        documentUri: 'memory:/schema.json',
        schemaPointer: '/components/schemas/Pet/properties/name/minLength',
        instancePointer: '/0/name',
        message: 'is shorter than 2 characters',
        branches: [],
      },
    ])
  })

  it('reads nullable in OpenAPI 3.0 alone', () => {
    const pets = [{ id: 1, name: null, password: '' }]
    expect(createJudge(document, location)(pets)).toStrictEqual([])
    expect(createJudge(document, { ...location, dialect: '2020-12' })(pets)).toMatchObject([
      { keyword: 'type', instancePointer: '/0/name' },
    ])
  })

  it('exempts what its direction leaves out', () => {
    const judgeRequest = createJudge(document, { ...location, direction: 'request' })
    expect(judgeRequest([{ name: 'Rex' }])).toMatchObject([
      { message: 'lacks the required property password' },
    ])
    const judgeResponse = createJudge(document, { ...location, direction: 'response' })
    expect(judgeResponse([{ name: 'Rex' }])).toMatchObject([{ message: 'lacks the required property id' }])
  })

  it('follows references to other documents', () => {
    const documents = { 'http://schemas.test/size.json': { enum: ['small', 'large'] } }
    const judge = createJudge({ $ref: 'size.json' }, { uri: 'http://schemas.test/pet.json', documents })
    expect(judge('small')).toStrictEqual([])
    expect(judge('tiny')).toMatchObject([
      { keyword: 'enum', documentUri: 'http://schemas.test/size.json', schemaPointer: '/enum' },
    ])
  })

  it('takes formats as annotations when told', () => {
    const schema = { type: 'string', format: 'date' }
    expect(createJudge(schema)('today')).toMatchObject([{ keyword: 'format' }])
    expect(createJudge(schema, { formats: false })('today')).toStrictEqual([])
  })

  it('rejects a pointer that leads nowhere', () => {
    expect(() => createJudge(document, { pointer: '/components/schemas/Cat' })).toThrow(
      UnresolvedReferenceError,
    )
  })

  it('agrees with generated values of a schema', () => {
    const judge = createJudge(document, location)
    const valid = sample(validValues(document, location), { numRuns: 50, seed: 1 })
    expect(valid.flatMap(judge)).toStrictEqual([])
    const invalid = sample(invalidValues(document, location), { numRuns: 50, seed: 1 })
    const found = invalid.map(({ value }) => judge(value).map(({ keyword }) => keyword))
    expect(found).toStrictEqual(invalid.map(({ keyword }) => [keyword]))
  })
})
