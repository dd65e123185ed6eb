import { escapePattern } from '../../text/escape-pattern.ts'
import type { ApiDocument } from '../../document/api-document.ts'
import { appendTokens } from '../../schema/json-pointer.ts'
import type { Case } from '../../run/exchange.ts'

/** Routes that are left open by mistake. Documentation, health and favicon routes are nobody's secret and not among them. */
const LEFT_OPEN = [
  '/debug', '/_debug', '/debug/vars', '/debug/pprof', '/debug/state', '/admin', '/_admin', '/admin/users', '/internal', '/_internal',
  '/internal/debug', '/internal/state', '/private', '/test', '/_test', '/dev', '/console', '/shell', '/config', '/_config', '/env', '/.env',
  '/.git/config', '/actuator', '/actuator/env', '/actuator/heapdump', '/trace', '/dump', '/_dump', '/backup', '/export', '/phpinfo.php',
  '/server-status', '/_cluster', '/stats', '/_stats', '/logs', '/_all',
] // prettier-ignore

/** Last segments that turn a collection into something it should not show. */
const SUFFIXES = ['/all', '/debug', '/export', '/internal', '/_all', '/dump', '/raw', '/admin']

/** Addresses that the document does not know, asked with GET: well-known ones, and neighbours of those it knows. */
export const hiddenPathCases = (
  document: ApiDocument,
  targets: ReadonlyMap<string, string>,
): readonly Case[] => {
  const patterns = [...document.paths.keys()].map(toPattern)
  const probes = new Set([...LEFT_OPEN, ...prefixesOf(targets), ...neighboursOf(document)])
  return [UNLIKELY, ...probes]
    .filter((probe) => !patterns.some((pattern) => pattern.test(probe)))
    .map((probe) => probeCase(document, probe))
}

/** An address nobody serves: what the server says of it, it says of everything. */
export const UNLIKELY = '/undeclared-7c1f4e52'

/** `/pets` of `/pets/7/photos`, `/pets/7` likewise, where the document leaves them out. */
const prefixesOf = (targets: ReadonlyMap<string, string>): string[] =>
  [...targets.values()].flatMap((target) => {
    const segments = (target.split('?')[0] ?? '').split('/').slice(1)
    return segments.slice(0, -1).map((_segment, index) => `/${segments.slice(0, index + 1).join('/')}`)
  })

const neighboursOf = (document: ApiDocument): string[] =>
  [...document.paths.keys()].filter((path) => !path.includes('{')).flatMap((path) => SUFFIXES.map((suffix) => `${path.replace(/\/$/, '')}${suffix}`)) // prettier-ignore

const toPattern = (path: string): RegExp =>
  new RegExp(`^${path.split(/\{[^}]*\}/).map((text) => escapePattern(text)).join('[^/]+')}/?$`) // prettier-ignore

const probeCase = (document: ApiDocument, path: string): Case => ({
  phase: 'coverage',
  operation: undefined,
  path,
  scenario: 'undeclared_path',
  mode: 'negative',
  target: {
    location: 'operation',
    name: path,
    keyword: 'paths',
    pointer: appendTokens('/paths', path),
    documentUri: document.uri,
  },
  values: undefined,
  request: { method: 'GET', target: path, headers: [['accept', '*/*']], body: undefined },
  auth: 'given',
})
