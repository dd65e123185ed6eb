import { describe, expect, it } from 'vitest'
import { SchemaSet } from './schema-set.ts'
import type { Json } from './json.ts'
import { UnresolvedReferenceError } from './unresolved-reference-error.ts'

const URI = 'https://schemas.example/root.json'

const createSet = (root: Json, dialect?: 'openapi-3.0'): SchemaSet => {
  const set = new SchemaSet()
  set.addDocument(URI, root, dialect)
  return set
}

describe('SchemaSet', () => {
  it('gives one node for one place', () => {
    const set = createSet({ properties: { a: { type: 'null' } } })
    expect(set.child(set.node(URI), 'properties', 'a')).toBe(set.node(URI, '/properties/a'))
    expect(set.resolve(set.node(URI), '#/properties/a')).toBe(set.node(URI, '/properties/a'))
  })

  it('resolves references by pointer, anchor and id', () => {
    const set = createSet({
      $defs: { a: { $anchor: 'x' }, b: { $id: 'sub/b.json', $defs: { c: { $anchor: 'x' } } } },
    })
    const root = set.node(URI)
    const target = (reference: string): string => set.resolve(root, reference).pointer
    expect(target('#')).toBe('')
    expect(target('#x')).toBe('/$defs/a')
    expect(target('sub/b.json')).toBe('/$defs/b')
    expect(target('sub/b.json#x')).toBe('/$defs/b/$defs/c')
    expect(target('https://schemas.example/sub/b.json#/$defs/c')).toBe('/$defs/b/$defs/c')
  })

  it('resolves references against the nearest id', () => {
    const set = createSet({ $defs: { b: { $id: 'sub/b.json', $defs: { c: { $id: 'c.json' } } } } })
    expect(set.node(URI, '/$defs/b/$defs/c').baseUri).toBe('https://schemas.example/sub/c.json')
    expect(set.resolve(set.node(URI, '/$defs/b'), 'c.json').pointer).toBe('/$defs/b/$defs/c')
  })

  it('looks in the whole document for what a schema with an id does not hold', () => {
    const set = createSet({
      components: { a: { type: 'null' }, b: { type: 'null' } },
      use: { $id: 'use.json', components: { b: true }, not: {} },
    })
    const from = set.node(URI, '/use/not')
    expect(set.resolve(from, '#/components/a').pointer).toBe('/components/a')
    expect(set.resolve(from, '#/components/b').pointer).toBe('/use/components/b')
    expect(() => set.resolve(from, '#/components/c')).toThrow(UnresolvedReferenceError)
    expect(() => set.resolve(from, 'use.json#/components/a')).toThrow(UnresolvedReferenceError)
  })

  it('reads percent-encoding and pointer escapes', () => {
    const set = createSet({ $defs: { 'a b/c~d%': {} } })
    expect(set.resolve(set.node(URI), '#/$defs/a%20b~1c~0d%25').pointer).toBe('/$defs/a b~1c~0d%')
  })

  it('takes spellings of one URI for one document', () => {
    const set = new SchemaSet()
    set.addDocument('file:///specs/my api.json', { $defs: { a: { $anchor: 'x' } } })
    expect(set.hasDocument('file:///specs/my%20api.json')).toBe(true)
    const root = set.node('file:///specs/my api.json')
    expect(set.resolve(root, 'my api.json#x').pointer).toBe('/$defs/a')
  })

  it('leads from one document to another', () => {
    const set = createSet({ $ref: 'other.json#/$defs/a' })
    set.addDocument('https://schemas.example/other.json', { $defs: { a: true } })
    expect(set.resolve(set.node(URI), 'other.json#/$defs/a')).toMatchObject({
      documentUri: 'https://schemas.example/other.json',
      pointer: '/$defs/a',
      schema: true,
    })
  })

  it('throws where a reference leads nowhere', () => {
    const set = createSet({ $defs: { text: 'no schema' } })
    const root = set.node(URI)
    for (const reference of ['#/$defs/none', '#none', 'none.json', '#/$defs/text']) {
      expect(() => set.resolve(root, reference)).toThrow(reference)
    }
    expect(() => set.node('https://schemas.example/none.json')).toThrow('the document is not known')
  })

  it('finds dynamic anchors only where they are dynamic', () => {
    const set = createSet({ $defs: { a: { $anchor: 'x' }, b: { $dynamicAnchor: 'y' } } })
    expect(set.findDynamicAnchor(URI, 'x')).toBeUndefined()
    expect(set.findDynamicAnchor(URI, 'y')?.pointer).toBe('/$defs/b')
    expect(set.resolve(set.node(URI), '#y').pointer).toBe('/$defs/b')
  })

  it('reads ids and anchors of OpenAPI 3.0 as data', () => {
    const set = createSet({ $id: 'https://other.example/', $defs: { a: { $anchor: 'x' } } }, 'openapi-3.0')
    expect(set.node(URI, '/$defs/a').baseUri).toBe(URI)
    expect(() => set.resolve(set.node(URI), '#x')).toThrow('#x')
  })

  it('normalises schemas of OpenAPI 3.0', () => {
    const set = createSet({ properties: { a: { type: 'string', nullable: true } } }, 'openapi-3.0')
    expect(set.node(URI, '/properties/a').schema).toMatchObject({ type: ['string', 'null'] })
  })

  it('uses every vocabulary where nothing is said of them', () => {
    const set = createSet({ $schema: 'https://meta.example/unknown' })
    expect(set.usesVocabulary(URI, 'https://vocabulary.example/a')).toBe(true)
    expect(createSet({}).usesVocabulary(URI, 'https://vocabulary.example/a')).toBe(true)
  })

  it('uses the vocabularies that the metaschema names', () => {
    const set = createSet({ $schema: 'https://meta.example/own', $defs: { a: { $id: 'inner.json' } } })
    set.addDocument('https://meta.example/own', { $vocabulary: { 'https://vocabulary.example/a': true } })
    for (const resource of [URI, 'https://schemas.example/inner.json']) {
      expect(set.usesVocabulary(resource, 'https://vocabulary.example/a')).toBe(true)
      expect(set.usesVocabulary(resource, 'https://vocabulary.example/b')).toBe(false)
    }
  })
})
