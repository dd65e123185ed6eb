import type { SandboxWire } from '@giftcards/contract/sandbox'
import { looksLikePin, mask, plainName, shortestRepeated, uuids } from './secrets.ts'
import type { Shape } from './shapes.ts'

export type LoggedField = SandboxWire.components['schemas']['LoggedField']

export type HeaderLine = readonly [name: string, value: string]

/** A plain word such as `v3` or `drawdown-account`, even misspelled. */
const wordPattern = /^(v\d{1,2}(\.\d{1,2})?|[a-z][a-z.-]{0,31})$/

export type FindShape = (place: 'path' | 'query' | 'header', name: string) => Shape | undefined
export type IsShown = (text: string) => boolean

/** The longest path of the contract. A path grows if many short segments are masked. */
const longestPath = 16_384

/** A masked segment becomes the name of its parameter in braces. */
export function maskPath(
  path: string,
  template: string | undefined,
  find: FindShape,
  isShown: IsShown,
): string {
  const known = template?.split('/')
  return path
    .split('/')
    .map((segment, index) => {
      const expected = known?.[index]
      if (segment === '' || segment === expected) return segment
      if (expected === undefined)
        return isShown(segment) && (wordPattern.test(segment) || segment.replace(uuids, '') === '')
          ? segment
          : '{segment}'
      const shape = find('path', expected.slice(1, -1))
      return isShownText(decode(segment), shape, isShown) ? segment : expected
    })
    .join('/')
    .slice(0, longestPath)
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Whether a parameter may be shown. On the wire it is text, regardless of its type. */
function isShownText(text: string, shape: Shape | undefined, isShown: IsShown): boolean {
  if (text === '') return true
  if (shape === undefined || shape.isSensitive || !isShown(text)) return false
  return looksLikePin(text) || numberPattern.test(text) ? shape.fits(Number(text)) : shape.fits(text)
}

const numberPattern = /^-?\d{1,9}(\.\d{1,4})?$/

/** Parameters beyond this many are left out. */
const mostParameters = 1000

export function maskQuery(query: string, find: FindShape, isShown: IsShown): LoggedField[] {
  if (query === '') return []
  return Array.from(new URLSearchParams(query))
    .slice(0, mostParameters)
    .map(([name, value]) => {
      const shape = find('query', name)
      return {
        name: shape !== undefined || (plainName.test(name) && isShown(name)) ? name : mask,
        value: isShownText(value, shape, isShown) ? value : mask,
      }
    })
}

/** Standard request headers without credentials; others are shown if the contract declares them. */
const plainRequestHeaders = new Set(
  (
    'accept accept-encoding accept-language cache-control connection content-encoding content-length content-type host ' +
    'transfer-encoding user-agent x-sandbox-trigger'
  ).split(' '),
)

export function maskRequestHeader(
  [name, value]: HeaderLine,
  app: string | null,
  find: FindShape,
  isShown: IsShown,
): LoggedField {
  const isPlain = plainRequestHeaders.has(name)
  const shape = find('header', name)
  const isKnown = isPlain || shape !== undefined
  const shown = isKnown || (isShown(name) && !looksLikePin(name)) ? name : mask
  if (name === 'authorization')
    return {
      name,
      value: value.replace(/^(bearer |basic )?.*$/is, (_all, scheme = '') => `${scheme}${mask}`),
    }
  if (name === 'x-cc-app') return { name, value: value === app ? value : mask }
  if (isPlain ? isShownPlain(name, value, isShown) : isShownText(value, shape, isShown))
    return { name: shown, value }
  return { name: shown, value: mask }
}

const isShownPlain = (name: string, value: string, isShown: IsShown): boolean =>
  isShown(value) && (name === 'content-length' || !looksLikePin(value))

/** Response headers about the content, besides those that the contract declares. */
const plainResponseHeaders = new Set(
  'allow cache-control content-length content-type retry-after www-authenticate x-error-code x-request-id'.split(
    ' ',
  ),
)

export function maskResponseHeader(
  [name, value]: HeaderLine,
  find: (name: string) => Shape | undefined,
  isShown: IsShown,
): LoggedField[] {
  const shape = find(name)
  if (name === 'authorization' || shape?.isSensitive === true) return [{ name, value: mask }]
  if (shape === undefined && !plainResponseHeaders.has(name)) return []
  return [{ name, value: isShown(value) ? value : mask }]
}

/** The credentials in headers: of any scheme, and cookies. */
export function credentialsOf(headers: readonly HeaderLine[]): readonly string[] {
  return headers
    .filter(([name]) => /^(authorization|proxy-authorization|cookie|x-sandbox-key)$/.test(name))
    .map(([, value]) => value.replace(/^(bearer|basic) /i, ''))
    .filter((value) => value.length >= shortestRepeated)
}
