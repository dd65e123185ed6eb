import { describe, expect, it } from 'vitest'
import type { FoundChange } from './found-change.ts'
import { isWording } from './is-wording.ts'

const judge = (change: Partial<FoundChange>) =>
  isWording({
    path: '#/paths/~1a/get',
    typeName: 'Operation',
    kind: 'modified',
    impact: 'patch',
    verdicts: [],
    ...change,
  })

describe('isWording', () => {
  it('holds for texts, examples and extensions', () => {
    expect(judge({ property: 'description' })).toBe(true)
    expect(judge({ property: 'x-codeSamples' })).toBe(true)
    expect(judge({ kind: 'added', typeName: 'Example' })).toBe(true)
    expect(judge({ kind: 'added', typeName: 'XCodeSampleList' })).toBe(true)
    expect(judge({ kind: 'removed', typeName: 'LinksMap' })).toBe(true)
    expect(judge({ kind: 'added', typeName: 'SpecExtension', path: '#/paths/~1a/get/x-unknown-id' })).toBe(
      true,
    )
  })

  it('holds for a component that is not used', () => {
    expect(judge({ kind: 'added', typeName: 'Schema', path: '#/components/schemas/A' })).toBe(true)
  })

  it('does not hold for what programs see', () => {
    expect(judge({ property: 'deprecated' })).toBe(false)
    expect(judge({ property: 'x-access' })).toBe(false)
    expect(judge({ kind: 'added', typeName: 'SpecExtension', path: '#/paths/~1a/get/x-access' })).toBe(false)
    expect(
      judge({ kind: 'added', typeName: 'Header', path: '#/paths/~1a/get/responses/200/headers/x-a' }),
    ).toBe(false)
    expect(judge({ typeName: 'Schema', property: 'maximum' })).toBe(false)
  })

  it('does not hold for a component that changed', () => {
    const path = '#/components/securitySchemes/a'
    expect(judge({ typeName: 'SecurityScheme', path })).toBe(false)
  })

  it('leaves the name of a path parameter to its path', () => {
    expect(judge({ typeName: 'Parameter', property: 'name' })).toBe(true)
  })
})
