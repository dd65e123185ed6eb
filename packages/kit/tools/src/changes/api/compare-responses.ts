import { type Json, type JsonObject, toObject } from '../../documents/json.ts'
import type { Role } from '../change.ts'
import { type Comparison, rate, report, reportWording } from '../comparison.ts'
import { type Place, within } from '../place.ts'
import { follow, type Side } from '../side.ts'
import { compareContent, compareFields, type Fields } from './compare-fields.ts'

/** Compares the responses of an operation. A status may be covered by a range, `4XX`, or by `default`. */
export function compareResponses(
  comparison: Comparison,
  role: Role,
  place: Place,
  before: JsonObject,
  after: JsonObject,
): void {
  const [old, young] = [byStatus(before), byStatus(after)]
  for (const [status, response] of old) {
    const now = young.get(status) ?? covering(young, status)
    const inside = within(place, `response ${status}`)
    if (now !== undefined) compareResponse(comparison, role, inside, response, now)
    else {
      // No program depends on an error.
      const what = `The status ${status} was removed.`
      report(comparison, {
        ...rate(isSuccess(status), 'response-removed'),
        place: inside,
        what,
        nodes: [response, undefined],
      })
    }
  }
  for (const [status, response] of young) {
    if (old.has(status)) continue
    const inside = within(place, `response ${status}`)
    const was = covering(old, status)
    if (was !== undefined) compareResponse(comparison, role, inside, was, response)
    else {
      const isBreaking = isSuccess(status) && role === 'received'
      const what = `The response may have the status ${status}.`
      report(comparison, {
        ...rate(isBreaking, 'success-status-added'),
        place: inside,
        what,
        nodes: [undefined, response],
      })
    }
  }
}

function byStatus(responses: JsonObject): ReadonlyMap<string, Json> {
  const entries = Object.entries(responses).filter(([status]) => !status.startsWith('x-'))
  return new Map(
    entries.map(([status, response]) => [status.toUpperCase().replace('DEFAULT', 'default'), response]),
  )
}

/**
 * The response that covers a status without an entry of its own. No program relies on a success that only
 * `default` covers.
 */
function covering(responses: ReadonlyMap<string, Json>, status: string): Json | undefined {
  if (status === 'default') return undefined
  const range = status.endsWith('XX') ? undefined : responses.get(`${status[0]}XX`)
  return range ?? (isSuccess(status) ? undefined : responses.get('default'))
}

/** Whether a status is informational, a success or a redirection. */
const isSuccess = (status: string): boolean => /^[123]/.test(status)

function compareResponse(comparison: Comparison, role: Role, place: Place, before: Json, after: Json): void {
  const { base, revision } = comparison
  const [old, young] = [follow(base, before), follow(revision, after)]
  compareFields(comparison, role, place, 'header', [headersOf(base, old), headersOf(revision, young)])
  compareContent(comparison, role, place, toObject(old['content']), toObject(young['content']))
  reportWording(comparison, place, [old, young], new Set(['headers', 'content']))
}

/** The headers of a response; names are the same in any case (RFC 9110, section 5.1). OpenAPI ignores `Content-Type` (3.1.1, 4.8.17.1). */
function headersOf(side: Side, { headers }: JsonObject): Fields {
  const entries = Object.entries(toObject(headers)).filter(([name]) => name.toLowerCase() !== 'content-type')
  return new Map(entries.map(([name, header]) => [name.toLowerCase(), { name, field: follow(side, header) }]))
}
