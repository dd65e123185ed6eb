import { type Json, type JsonObject, isObject, toObject, toText } from '../../documents/json.ts'
import { type Comparison, describeDifference, isSame, rate, report, reportWording } from '../comparison.ts'
import { type Place, within } from '../place.ts'
import type { Inherited } from './path-items.ts'

/** Compares lists of servers. Consumers must still reach every server that they may have configured. */
export function compareServers(
  comparison: Comparison,
  place: Place,
  before: Json | undefined,
  after: Json | undefined,
): void {
  const [old, young] = [byUrl(before), byUrl(after)]
  for (const [url, server] of old) {
    const now = young.get(url)
    if (now !== undefined) compareServer(comparison, within(place, `server ${url}`), server, now)
    else {
      const what = `The server ${url} was removed.`
      report(comparison, { impact: 'major', rule: 'server-removed', place, what, nodes: [before, after] })
    }
  }
  for (const url of young.keys()) {
    if (old.has(url)) continue
    const what = `The server ${url} is new.`
    report(comparison, { impact: 'minor', rule: 'compatible', place, what, nodes: [before, after] })
  }
}

/** A document without servers has one at its own URL (OpenAPI 3.1.1, section 4.8.1). */
function byUrl(servers: Json | undefined): ReadonlyMap<string, JsonObject> {
  const list = Array.isArray(servers) ? servers.filter(isObject) : []
  const all = list.length > 0 ? list : [{ url: '/' }]
  return new Map(all.map((server) => [toText(server['url']), server]))
}

function compareServer(comparison: Comparison, place: Place, before: JsonObject, after: JsonObject): void {
  const [old, young] = [toObject(before['variables']), toObject(after['variables'])]
  for (const name of new Set([...Object.keys(old), ...Object.keys(young)]))
    compareVariable(comparison, within(place, `variable ${name}`), toObject(old[name]), toObject(young[name]))
  reportWording(comparison, place, [before, after], new Set(['url', 'variables']))
}

function compareVariable(comparison: Comparison, place: Place, before: JsonObject, after: JsonObject): void {
  const nodes = [before, after] as const
  if (!isSame(before['default'], after['default']) && before['default'] !== undefined) {
    const what = describeDifference('default', before['default'], after['default'])
    report(comparison, { impact: 'major', rule: 'server-removed', place, what, nodes })
  }
  const [old, young] = [before['enum'], after['enum']].map((values) =>
    Array.isArray(values) ? values : undefined,
  )
  if (!isSame(old, young)) {
    const isLess = young !== undefined && (old === undefined || old.some((value) => !young.includes(value)))
    const what = describeDifference('enum', before['enum'], after['enum'])
    const rated = rate(isLess, 'server-removed')
    report(comparison, { ...rated, place, what, nodes })
  }
  reportWording(comparison, place, nodes, new Set(['default', 'enum']))
}

/** Compares the servers of an operation if it, or its path, overrides them in either document. */
export function compareOwnServers(
  comparison: Comparison,
  place: Place,
  [before, after]: readonly [JsonObject, JsonObject],
  [old, young]: readonly [Inherited, Inherited],
): void {
  const { base, revision } = comparison
  const [was, is] = [before['servers'] ?? old.servers, after['servers'] ?? young.servers]
  // Servers of the document are compared once.
  if (was === base.document['servers'] && is === revision.document['servers']) return
  if (isSame(was, is)) return
  const [known, now] = [byUrl(was), byUrl(is)]
  if (was === base.document['servers'] && [...known.keys()].some((url) => !now.has(url))) {
    const what = 'It has servers of its own now.'
    report(comparison, { impact: 'major', rule: 'servers-overridden', place, what, nodes: [before, after] })
  } else compareServers(comparison, place, was, is)
}
