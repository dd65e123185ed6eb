import { describe, expect, it } from 'vitest'
import { normalizeUri, resolveUri } from './resolve-uri.ts'

describe('resolveUri', () => {
  it('resolves a relative reference against its base', () => {
    expect(resolveUri('../b.json#/x', 'https://schemas.example/a/a.json')).toEqual({
      uri: 'https://schemas.example/b.json',
      fragment: '/x',
    })
  })

  it('keeps the base for a fragment alone', () => {
    expect(resolveUri('#a', 'urn:example:a')).toEqual({ uri: 'urn:example:a', fragment: 'a' })
    expect(resolveUri('', 'urn:example:a')).toEqual({ uri: 'urn:example:a', fragment: '' })
  })

  it('takes an absolute URI as it is', () => {
    expect(resolveUri('urn:example:b#x', 'https://schemas.example/')).toEqual({
      uri: 'urn:example:b',
      fragment: 'x',
    })
  })

  it('decodes the fragment, where it can be decoded', () => {
    expect(resolveUri('#/a%20b', 'urn:example:a').fragment).toBe('/a b')
    expect(resolveUri('#/100%', 'urn:example:a').fragment).toBe('/100%')
  })

  it('gives back what no base can resolve', () => {
    expect(resolveUri('b.json', 'urn:example:a').uri).toBe('b.json')
  })
})

describe('normalizeUri', () => {
  it('brings spellings of one URI together', () => {
    expect(normalizeUri('HTTPS://Schemas.Example/a/../b c')).toBe('https://schemas.example/b%20c')
  })

  it('leaves alone what is no URI', () => {
    expect(normalizeUri('a b')).toBe('a b')
  })
})
