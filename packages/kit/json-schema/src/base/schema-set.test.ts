import { describe, expect, it } from 'vitest'
import type { Json } from './json.ts'
import { findIdentifiers, SchemaSet, UnresolvedReferenceError } from './schema-set.ts'
import { resolveUri } from './uris.ts'

// How references, identifiers, anchors and vocabularies of JSON Schema resolve, the JSON-Schema-Test-Suite proves.

const BASE = 'https://schemas.example/root.json'

const createSet = (root: Json, uri = BASE): SchemaSet => {
  const set = new SchemaSet()
  set.addDocument(uri, root)
  return set
}

describe('SchemaSet', () => {
  it('gives one node for one place', () => {
    const set = createSet({ properties: { a: { type: 'null' } } })
    expect(set.child(set.node(BASE), 'properties', 'a')).toBe(set.node(BASE, '/properties/a'))
    expect(set.resolve(set.node(BASE), '#/properties/a')).toBe(set.node(BASE, '/properties/a'))
  })

  it('falls back to the whole document if a schema with an id lacks the target', () => {
    const set = createSet({
      components: { a: { type: 'null' }, b: { type: 'null' } },
      use: { $id: 'use.json', components: { b: true }, not: {} },
    })
    const from = set.node(BASE, '/use/not')
    expect(set.resolve(from, '#/components/a').pointer).toBe('/components/a')
    expect(set.resolve(from, '#/components/b').pointer).toBe('/use/components/b')
    expect(() => set.resolve(from, '#/components/c')).toThrow(UnresolvedReferenceError)
    expect(() => set.resolve(from, 'use.json#/components/a')).toThrow(UnresolvedReferenceError)
  })

  it('takes spellings of one URI for one document', () => {
    const set = createSet({ $defs: { a: { $anchor: 'x' } } }, 'file:///specs/my api.json')
    expect(set.hasDocument('file:///specs/my%20api.json')).toBe(true)
    expect(set.resolve(set.node('file:///specs/my api.json'), 'my api.json#x').pointer).toBe('/$defs/a')
  })

  it.each(['#/$defs/none', '#none', 'none.json', '#/$defs/text'])(
    'throws for %s, which leads nowhere',
    (reference) => {
      const set = createSet({ $defs: { text: 'no schema' } })
      expect(() => set.resolve(set.node(BASE), reference)).toThrow(reference)
    },
  )
})

describe('findIdentifiers', () => {
  it.each<[root: Json, places: readonly string[]]>([
    [
      {
        const: { $id: 'a.json' },
        enum: [{ $id: 'a.json' }],
        default: { $anchor: 'x' },
        example: { $anchor: 'x' },
      },
      [],
    ],
    [{ properties: { default: { $anchor: 'x' } } }, [`anchor ${BASE}#x /properties/default`]],
    // Proper schemas come before subschemas of unknown keywords.
    [{ 'x-more': { a: { $anchor: 'x' } }, $defs: { b: { $anchor: 'x' } } }, [`anchor ${BASE}#x /$defs/b`]],
    [
      { Pet: { $anchor: 'x' }, list: [{ $anchor: 'y' }] },
      [`anchor ${BASE}#x /Pet`, `anchor ${BASE}#y /list/0`],
    ],
    [
      {
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
      },
      [
        `anchor ${BASE}#pet /components/schemas/Pet`,
        `anchor ${BASE}#body /components/responses/default/content/application~1json/schema`,
      ],
    ],
  ])('finds in %j: %j', (root, places) => {
    expect(
      findIdentifiers(root, BASE).map(
        ({ kind, baseUri, name, pointer }) => `${kind} ${baseUri}#${name} ${pointer}`,
      ),
    ).toEqual(places)
  })
})

describe('resolveUri', () => {
  it.each([
    ['../b.json#/x', 'https://schemas.example/a/a.json', 'https://schemas.example/b.json', '/x'],
    ['#a', 'urn:example:a', 'urn:example:a', 'a'],
    ['', 'urn:example:a', 'urn:example:a', ''],
    ['urn:example:b#x', 'https://schemas.example/', 'urn:example:b', 'x'],
    ['#/a%20b', 'urn:example:a', 'urn:example:a', '/a b'],
    ['#/100%', 'urn:example:a', 'urn:example:a', '/100%'],
    ['b.json', 'urn:example:a', 'b.json', ''],
  ])('resolves %j against %s', (reference, base, uri, fragment) => {
    expect(resolveUri(reference, base)).toEqual({ uri, fragment })
  })
})
