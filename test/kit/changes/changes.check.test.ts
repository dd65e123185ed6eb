import { isObject, type JsonObject } from '@contract-kit/json-schema/json'
import { type ApiDocument, loadDocument } from '@contract-kit/openapi'
import { compareDocuments } from '@contract-kit/tools/changes'
import { describe, expect, inject, it } from 'vitest'
import { foreignDocuments, toSource } from '../foreign/documents.ts'
import { extracted, spread, withValue } from './change-documents.ts'
import { mutations } from './mutations.ts'
import { listPlaces, type SchemaPlace } from './places.ts'
import { rewrites } from './rewrites.ts'

/** Documents in one file, of all versions and sizes. */
const names = [
  'train-travel',
  'petstore',
  'star-trek',
  'dialogporten',
  'shopware',
  'readme',
  'figma',
  'polymorphism',
  'decentraland',
]
const depth = inject('depth')
const chosen = depth === 'nightly' ? names : names.slice(0, 2)
/** The number of places for each rule in each document. */
const times = 3

interface Subject {
  readonly name: string
  readonly document: ApiDocument
  readonly places: readonly SchemaPlace[]
}

async function readSubject(name: string): Promise<Subject> {
  const found = foreignDocuments.find((document) => document.name === name)
  if (found === undefined) throw new Error(`There is no document ${name}`)
  const document = await loadDocument(toSource(found))
  return { name, document, places: listPlaces(document) }
}

const subjects = await Promise.all(chosen.map(readSubject))
let compared = 0

/** Returns the changes between two documents, except those of wording (`patch`). */
function changesOf(before: JsonObject, after: JsonObject, at: string): readonly string[] {
  compared += 1
  return compareDocuments(before, after)
    .filter(({ impact }) => impact !== 'patch')
    .map(({ impact, place, what, example }) => `${at}: ${impact} at ${place}: ${what} ${example ?? ''}`)
}

describe('what is written in another way', () => {
  it.each(rewrites)('changes nothing: $title', ({ write }) => {
    const wrong = subjects.flatMap(({ name, document, places }) => {
      const written = places.flatMap(({ pointer, schema }) => {
        const other = '$ref' in schema ? undefined : write(rawAt(document, pointer), document.version)
        return other === undefined ? [] : [{ pointer, other }]
      })
      return spread(written, times).flatMap(({ pointer, other }) =>
        changesOf(document.raw, withValue(document.raw, pointer, other), `${name}${pointer}`),
      )
    })
    expect(wrong).toStrictEqual([])
  })

  it('changes nothing: a schema as a component, and back', () => {
    const wrong = subjects.flatMap(({ name, document, places }) =>
      spread(
        places.filter(({ pointer }) => !/^\/components\/schemas\/[^/]+$/.test(pointer)),
        times,
      ).flatMap(({ pointer }) => {
        const other = extracted(document.raw, pointer)
        return [
          ...changesOf(document.raw, other, `${name}${pointer}`),
          ...changesOf(other, document.raw, `${name}${pointer}, back`),
        ]
      }),
    )
    expect(wrong).toStrictEqual([])
  })
})

describe('a change that breaks', () => {
  it.each(mutations)('is found and proven: $title, for the $breaks', ({ breaks, change }) => {
    const missed = subjects.flatMap(({ name, document, places }) => {
      const changed = places.flatMap((place) => {
        const isConcerned = breaks === 'sender' ? place.isSent : place.isReceived
        const other = isConcerned
          ? change({ ...place, schema: rawAt(document, place.pointer) }, document.version)
          : undefined
        return other === undefined ? [] : [{ pointer: place.pointer, other }]
      })
      return spread(changed, times).flatMap(({ pointer, other }) => {
        compared += 1
        const changes = compareDocuments(document.raw, withValue(document.raw, pointer, other))
        return changes.some(({ impact, example }) => impact === 'major' && example !== undefined)
          ? []
          : [`${name}${pointer}: ${JSON.stringify(changes)}`]
      })
    })
    expect(missed).toStrictEqual([])
  })
})

describe('together', () => {
  it('many documents were compared', () => {
    expect(compared).toBeGreaterThan(depth === 'nightly' ? 600 : 100)
  })
})

/** Returns a schema as written in its document. */
function rawAt(document: ApiDocument, pointer: string): JsonObject {
  const found = pointer
    .split('/')
    .slice(1)
    .reduce<unknown>(
      (node, token) => (node as Record<string, unknown>)[token.replaceAll('~1', '/').replaceAll('~0', '~')],
      document.raw,
    )
  return isObject(found) ? found : {}
}
