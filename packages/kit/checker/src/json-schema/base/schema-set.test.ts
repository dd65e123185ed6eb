import { describe, expect, it } from 'vitest'
import { createNode } from '../../../test/create-node.ts'
import type { Json } from './json.ts'
import {
  findIdentifiers,
  keywordOf,
  normalizeOpenApi30,
  normalizeUri,
  placeOf,
  resolveUri,
  SchemaSet,
  UnresolvedReferenceError,
} from './schema-set.ts'

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

describe('keywordOf', () => {
  it('finds own keywords only', () => {
    expect(keywordOf(createNode({ minimum: 1 }), 'minimum')).toBe(1)
    expect(keywordOf(createNode({}), 'toString')).toBeUndefined()
    expect(keywordOf(createNode(true), 'minimum')).toBeUndefined()
    expect(keywordOf(createNode(true), 'valueOf')).toBeUndefined()
  })
})

describe('placeOf', () => {
  it('names the document and the pointer', () => {
    const node = createNode({ items: {} })
    expect(placeOf(node.set.child(node, 'items'))).toBe('https://schemas.example/root.json#/items')
  })
})

describe('normalizeOpenApi30', () => {
  it('adds null to a nullable type and its enum', () => {
    expect(normalizeOpenApi30({ type: 'string', nullable: true, enum: ['a'] })).toEqual({
      type: ['string', 'null'],
      nullable: true,
      enum: ['a', null],
    })
  })

  it('adds null to an enum once', () => {
    expect(normalizeOpenApi30({ type: 'string', nullable: true, enum: [null] })).toMatchObject({
      enum: [null],
    })
  })

  it('adds no type where none is', () => {
    expect(normalizeOpenApi30({ nullable: true, enum: ['a'] })).toEqual({ nullable: true, enum: ['a'] })
  })

  it('turns exclusive flags into exclusive bounds', () => {
    const schema = { minimum: 1, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: false }
    expect(normalizeOpenApi30(schema)).toEqual({ exclusiveMinimum: 1, maximum: 9 })
    expect(normalizeOpenApi30({ maximum: 0, exclusiveMaximum: true })).toEqual({ exclusiveMaximum: 0 })
  })

  it('drops an exclusive flag without its bound', () => {
    expect(normalizeOpenApi30({ exclusiveMinimum: true })).toEqual({})
  })

  it('keeps numeric exclusive bounds, which their author meant', () => {
    expect(normalizeOpenApi30({ exclusiveMinimum: 3 })).toEqual({ exclusiveMinimum: 3 })
  })

  it('keeps nothing beside a reference', () => {
    expect(normalizeOpenApi30({ $ref: '#/a', nullable: true, type: 'string' })).toEqual({ $ref: '#/a' })
  })

  it('leaves the schema it is given alone', () => {
    const schema = { type: 'string', nullable: true, minimum: 1, exclusiveMinimum: true }
    normalizeOpenApi30(schema)
    expect(schema).toEqual({ type: 'string', nullable: true, minimum: 1, exclusiveMinimum: true })
  })
})

const BASE = 'https://schemas.example/root.json'

const placesOf = (root: Json): string[] =>
  findIdentifiers(root, BASE).map(
    ({ kind, baseUri, name, pointer }) => `${kind} ${baseUri}#${name} ${pointer}`,
  )

describe('findIdentifiers', () => {
  it('finds ids and anchors at any depth', () => {
    const root = { items: { anyOf: [{ $id: 'a.json', properties: { x: { $anchor: 'here' } } }] } }
    expect(placesOf(root)).toEqual([
      'resource https://schemas.example/a.json# /items/anyOf/0',
      'anchor https://schemas.example/a.json#here /items/anyOf/0/properties/x',
    ])
  })

  it('tells dynamic anchors from plain ones', () => {
    expect(placesOf({ $dynamicAnchor: 'node' })).toEqual([`dynamic-anchor ${BASE}#node `])
  })

  it('finds none in data', () => {
    const data = { $id: 'a.json', $anchor: 'x' }
    expect(placesOf({ const: data, enum: [data], default: data, example: data, examples: [data] })).toEqual(
      [],
    )
  })

  it('finds them in properties that are named like data', () => {
    expect(placesOf({ properties: { default: { $anchor: 'x' } } })).toEqual([
      `anchor ${BASE}#x /properties/default`,
    ])
  })

  it('prefers schemas proper to what stands below unknown keywords', () => {
    expect(placesOf({ 'x-more': { a: { $anchor: 'x' } }, $defs: { b: { $anchor: 'x' } } })).toEqual([
      `anchor ${BASE}#x /$defs/b`,
    ])
    expect(placesOf({ Pet: { $anchor: 'x' }, list: [{ $anchor: 'y' }] })).toEqual([
      `anchor ${BASE}#x /Pet`,
      `anchor ${BASE}#y /list/0`,
    ])
  })

  it('finds the schemas of an OpenAPI document, not its examples', () => {
    const root = {
      openapi: '3.1.0',
      $id: 'https://other.example/',
      components: {
        schemas: { Pet: { $anchor: 'pet' } },
        responses: {
          default: {
            content: {
              'application/json': {
                schema: { $anchor: 'body' },
                example: { schema: { $anchor: 'no' } },
                examples: { a: { value: { schema: { $anchor: 'no' } } } },
              },
            },
          },
        },
      },
    }
    expect(placesOf(root)).toEqual([
      `anchor ${BASE}#pet /components/schemas/Pet`,
      `anchor ${BASE}#body /components/responses/default/content/application~1json/schema`,
    ])
  })

  it('tells the metaschema of each resource', () => {
    const root = { $schema: 'https://meta.example/a', $defs: { b: { $id: 'b.json' } } }
    expect(placesOf(root)).toEqual([
      `metaschema ${BASE}#https://meta.example/a `,
      'resource https://schemas.example/b.json# /$defs/b',
      'metaschema https://schemas.example/b.json#https://meta.example/a /$defs/b',
    ])
  })
})

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
