import { describe, expect, it } from 'vitest'
import { findIdentifiers } from './find-identifiers.ts'
import type { Json } from './json.ts'

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
