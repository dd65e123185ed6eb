import { describe, expect, it } from 'vitest'
import { keepSharedSchemes } from './keep-shared-schemes.ts'

const contract = (...names: readonly string[]) => ({
  paths: { '/a': { get: { security: names.map((name) => ({ [name]: [] })) } } },
  components: { schemas: {}, securitySchemes: { a: { name: 'a' }, b: { name: 'b' }, c: { name: 'c' } } },
})

describe('keepSharedSchemes', () => {
  it('keeps the schemes that both documents ask for', () => {
    const [base, revision] = keepSharedSchemes(contract('a', 'b'), contract('b', 'c'))
    expect(base['components']).toStrictEqual({ schemas: {}, securitySchemes: { b: { name: 'b' } } })
    expect(revision['components']).toStrictEqual(base['components'])
  })

  it('keeps no empty list of schemes', () => {
    const [base] = keepSharedSchemes(contract('a'), contract('b'))
    expect(base['components']).toStrictEqual({ schemas: {} })
  })
})
