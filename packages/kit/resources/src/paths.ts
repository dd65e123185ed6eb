import type { ApiDocument, ApiOperation, HttpMethod } from '@contract-kit/openapi'
import { entityOf, parseReferenceName } from './names.ts'

/** A parsed path of the document. */
export interface PathEntry {
  readonly template: string
  readonly segments: readonly PathSegment[]
  readonly key: string
  readonly operations: readonly ApiOperation[]
}

/** Every path of the document with its segments, in document order. */
export const readPaths = (document: ApiDocument): readonly PathEntry[] =>
  [...document.paths].map(([template, operations]) => {
    const segments = pathSegments(template)
    return { template, segments, key: keyOfSegments(segments), operations }
  })

/** The operation of a path by method; undefined if the path has none. */
export const findMethod = ({ operations }: PathEntry, method: HttpMethod): ApiOperation | undefined =>
  operations.find((operation) => operation.method === method)

/** The keys of all items on a path, outermost first: `/owners/{}`, `/owners/{}/pets/{}`. */
export const itemKeysOf = (segments: readonly PathSegment[]): readonly string[] =>
  segments.flatMap(({ parameter }, index) =>
    parameter === undefined ? [] : [keyOfSegments(segments.slice(0, index + 1))],
  )

/** Segments that select an item of the segment before them: `/users/me`, `/users/by-name/{name}`, `/pets/id/{id}`. */
const isPointer = (text: string): boolean => /^(?:by(?:[-_A-Z].*)?|id|me|self|current|mine)$/.test(text)

/** The resource name of a path: the nearest fixed segment, else the parameter itself. */
export const nameOfSegments = (segments: readonly PathSegment[]): string => {
  const last = segments.at(-1)
  const before = last?.parameter === undefined ? last : segments.at(-2)
  if (before?.parameter === undefined && before !== undefined && !isPrefix(before.text)) {
    const rest = segments.slice(0, last?.parameter === undefined ? -1 : -2)
    return isPointer(before.text) && rest.length > 0 ? nameOfSegments(rest) : entityOf(before.text)
  }
  const { entities, suffix } = parseReferenceName(last?.parameter ?? '')
  return entities[0] ?? suffix
}

/** One part of a path template: a fixed text, or a parameter. */
interface PathSegment {
  /** The fixed text; empty for a parameter. */
  readonly text: string
  /** Name of the parameter; undefined for a fixed text. */
  readonly parameter: string | undefined
}

const OVER_A_KEY = /^([^{}]+)\(\{([^{}]+)\}\)$/
const ACTION_ON_KEY = /^\{([^{}]+)\}:([\w.-]+)$/

/** The form of a response at the end of a path: `/pets.json`, `/pets.{format}`. */
const FORM = /(?<=[^{}/])\.(?:json|\{(?:format|ext|extension)\})$/i

/**
 * Reads a path template; `pets({id})` and `{id}:cancel` are two segments each, a segment such as `{name}.json` is its parameter, and
 * `pets.json` is `pets`.
 */
export const pathSegments = (template: string): readonly PathSegment[] =>
  template
    .replace(FORM, '')
    .split('/')
    .filter((part) => part !== '')
    .flatMap((part): readonly PathSegment[] => {
      const [, collection, key] = OVER_A_KEY.exec(part) ?? []
      if (collection !== undefined) return [fixed(collection), { text: '', parameter: key }]
      const [, subject, action] = ACTION_ON_KEY.exec(part) ?? []
      if (action !== undefined) return [{ text: '', parameter: subject }, fixed(action)]
      const parameter = /\{([^{}]+)\}/.exec(part)?.[1]
      return [parameter === undefined ? fixed(part) : { text: '', parameter }]
    })

const fixed = (text: string): PathSegment => ({ text, parameter: undefined })

/** A name for the place of a path, independent of the names of its parameters: `/pets/{}/toys`. */
export const keyOfSegments = (segments: readonly PathSegment[]): string =>
  segments.map(({ text, parameter }) => (parameter === undefined ? `/${text}` : '/{}')).join('')

/** Whether a fixed segment is only a prefix: `api`, `v1`, `rest`. */
export const isPrefix = (text: string): boolean => /^(?:api|rest|v\d+(?:\.\d+)*|\d+\.\d+)$/i.test(text)

/**
 * The parameters of a path template in a URL or path, in template order; undefined if the URL does not end in that path. Ignores everything
 * before the path, such as an origin and a path prefix, and also query and fragment.
 */
export const matchPath = (template: string, url: string): Readonly<Record<string, string>> | undefined => {
  const wanted = partsOf(template)
  const given = partsOf(pathOf(url))
  if (wanted.length === 0 || given.length < wanted.length) return undefined
  const found: [string, string][] = []
  for (const [index, part] of given.slice(given.length - wanted.length).entries()) {
    const values = matchPart(wanted[index] ?? '', part)
    if (values === undefined) return undefined
    found.push(...values)
  }
  return Object.fromEntries(found)
}

/** Whether a path and query matches a whole path template. */
export const fillsPath = (template: string, target: string): boolean =>
  !target.startsWith('/../') &&
  partsOf(pathOf(target)).length === partsOf(template).length &&
  matchPath(template, target) !== undefined

const partsOf = (path: string): string[] => path.split('/').filter((part) => part !== '')

const pathOf = (url: string): string => {
  const path = url.replace(/[?#].*$/s, '')
  return path.replace(/^[a-z][a-z\d+.-]*:\/\/[^/]*/i, '')
}

/** Matches one segment, in which parameters may stand among fixed text: `{name}.json`. */
const matchPart = (template: string, part: string): [string, string][] | undefined => {
  const names: string[] = []
  const source = template.replaceAll(/\{([^{}]+)\}|[.*+?^${}()|[\]\\]/g, (token, name?: string) => {
    if (name === undefined) return `\\${token}`
    names.push(name)
    return '(.+?)'
  })
  const match = new RegExp(`^${source}$`, 's').exec(part)
  if (match === null) return undefined
  return names.map((name, index) => [name, decoded(match[index + 1] ?? '')])
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
