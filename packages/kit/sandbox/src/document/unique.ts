import { findAt, isObject, own } from '@contract-kit/json-schema/json'
import { oncePer } from '@contract-kit/json-schema/memo'
import { findKeyword, keywordOf } from '@contract-kit/json-schema/schemas'
import type { ApiDocument, ApiOperation } from '@contract-kit/openapi'
import { wordsOf } from '@contract-kit/resources/words'
import { bodyOutline } from './writable.ts'
import type { Kind } from './kinds.ts'

/** Property names that are unique in most APIs. */
const natural = new Set([
  'email',
  'emailaddress',
  'username',
  'login',
  'handle',
  'slug',
  'code',
  'sku',
  'isbn',
])

/** The unique properties of a kind: those marked `x-unique`, and natural keys such as `email` mentioned in the description of a 409. */
export const uniqueNames = (document: ApiDocument, kind: Kind): readonly string[] => namesIn(document)(kind)

const namesIn = oncePer((document: ApiDocument) => oncePer((kind: Kind) => readNames(document, kind)))

function readNames(document: ApiDocument, kind: Kind): readonly string[] {
  const operations = kind.resources.flatMap(({ create, replace, patch }) =>
    [create, replace, patch].flatMap((call) => call?.operation ?? []),
  )
  const outlines = [...kind.shown, ...operations.flatMap((operation) => bodyOutline(operation) ?? [])]
  const marked = outlines.flatMap((outline) => [
    ...outline.nodes.flatMap((node) => {
      const names = keywordOf(node, 'x-unique') ?? findKeyword(node, 'x-unique')
      return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : []
    }),
    ...[...outline.fields()].flatMap(([name, { sketch }]) =>
      sketch.nodes.some((node) => findKeyword(node, 'x-unique') === true) ? [name] : [],
    ),
  ])
  return [...new Set([...marked, ...operations.flatMap((operation) => describedNames(document, operation))])]
}

/** The natural keys that the description of a documented 409 refers to: by name, else by a word such as "already". */
function describedNames({ raw }: ApiDocument, operation: ApiOperation): readonly string[] {
  const response = operation.responses.get('409')
  if (response === undefined) return []
  const documented = findAt(raw, response.pointer)
  const description = isObject(documented ?? null) ? own(documented, 'description') : undefined
  if (typeof description !== 'string') return []
  const names = [...(bodyOutline(operation)?.fields().keys() ?? [])].filter((name) =>
    natural.has(wordsOf(name).join('')),
  )
  const named = names.filter((name) =>
    new RegExp(`\\b${wordsOf(name).join('[ _-]?')}\\b`, 'i').test(description),
  )
  if (named.length > 0) return named
  return /\balready\b|\bexists\b|\btaken\b|\bduplicate\b|\bunique\b|\bin use\b/i.test(description)
    ? names
    : []
}
