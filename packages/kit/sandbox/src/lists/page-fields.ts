import type { Json } from '@contract-kit/json-schema/json'
import { findKeyword } from '@contract-kit/json-schema/schemas'
import { type Paging } from '@contract-kit/resources'
import { type Sketch } from '@contract-kit/resources/exchanges'
import { isAboutPage, isReference, pageWordOf } from '@contract-kit/resources/lists'
import { wordsOf } from '@contract-kit/resources/words'
import { exampleOf } from '../values/fit.ts'
import { toText } from '../values/to-text.ts'
import type { Relation } from './page-links.ts'

/** A response property that may describe the page. */
export interface PageField {
  readonly name: string
  /** Names on the path to it, including its own; empty for a header. */
  readonly path: readonly string[]
  readonly sketch: Sketch
  readonly isRequired: boolean
}

const maxDepth = 3

/** The properties beside the items, including those in objects such as `meta` and `links`, that may describe the page. */
export function pageFields(
  sketch: Sketch,
  itemsPath: readonly string[],
  around: readonly string[] = [],
): readonly PageField[] {
  const [step, ...rest] = itemsPath
  return [...sketch.fields()].flatMap(([name, { sketch: held, isRequired }]): readonly PageField[] => {
    const path = [...around, name]
    if (name === step) return rest.length === 0 ? [] : pageFields(held, rest, path)
    const isGroup = isAboutPage(name) && held.fields().size > 0 && !held.types.has('array')
    return isGroup && path.length <= maxDepth
      ? pageFields(held, [], path)
      : [{ name, path, sketch: held, isRequired }]
  })
}

/** Whether a property is the number of items on all pages. */
export const isTotalField = ({ name, sketch }: PageField): boolean =>
  pageWordOf(name) === 'total' && mayBeNumber(sketch)

/** Whether a property is the cursor of the next page. */
export const isCursorField = (field: PageField, paging: Paging | undefined): boolean =>
  leadsOn(field) && !isUrlField(field, paging)

/** Whether a property leads to the next page. */
export const leadsOn = ({ name, sketch }: PageField): boolean =>
  relationOf(name) === 'next' && !sketch.types.has('boolean')

/** The relation of a linked page, by property name. */
export function relationOf(name: string): Relation | undefined {
  const word = wordsOf(name).join('')
  const plain = word.replace(urlEnd, '').replace(/(?<=.)page$/, '')
  const words = [pageWordOf(word), pageWordOf(plain)]
  if (words.includes('next')) return 'next'
  if (words.includes('previous') || /^prev(?:ious)?(?:cursor|pagetoken|token|offset)$/.test(plain))
    return 'prev'
  return plain === 'first' || plain === 'last' || plain === 'self' ? plain : undefined
}

const urlEnd = /(?:url|link|href|uri)$/

/** Whether a property is the URL of a page, by name, format, example or description. If requests accept no cursor, `next` is a URL, too. */
export function isUrlField({ name, path, sketch }: PageField, paging: Paging | undefined): boolean {
  const word = wordsOf(name).join('')
  if (isNumeric(sketch)) return false
  if (isAmongLinks(path) || urlEnd.test(word)) return true
  if (sketch.fields().has('href') || sketch.fields().has('url')) return true
  const hints = sketch.nodes.map((node) => ({
    format: findKeyword(node, 'format'),
    example: exampleOf(node),
    prose: toText(findKeyword(node, 'description')),
  }))
  if (hints.some(({ format }) => typeof format === 'string' && /^(?:uri|url|iri)/.test(format))) return true
  if (hints.some(({ example }) => typeof example === 'string' && isReference(example))) return true
  if (hints.some(({ prose }) => /\b(?:URL|URI|link|address)\b/i.test(prose))) return true
  const takesCursor = paging?.style === 'cursor' && paging.position !== undefined
  return !takesCursor && /^(?:next|prev|previous|first|last|self)$/.test(word)
}

/** Whether a property is in an object such as `links` or `_links`. */
export const isAmongLinks = (path: readonly string[]): boolean => /^_?links?$/i.test(path.at(-2) ?? '')

/** Whether a URL must be absolute, by its format or example. */
export function wantsAbsolute({ nodes }: Pick<Sketch, 'nodes'>): boolean {
  const formats = nodes.map((node) => findKeyword(node, 'format'))
  const examples = nodes.map(exampleOf)
  return formats.some((format) => format === 'uri' || format === 'url') || examples.some(isAbsolute)
}

const isAbsolute = (example: Json | undefined): boolean =>
  typeof example === 'string' && /https?:\/\//.test(example)

export const isNumeric = ({ types }: Sketch): boolean => types.has('integer') || types.has('number')

/** Whether a property may be a number or its digits. */
const mayBeNumber = (sketch: Sketch): boolean =>
  isNumeric(sketch) || sketch.types.has('string') || (sketch.types.size === 0 && sketch.fields().size === 0)
