import { type Json, type JsonObject, toObject, toText } from '../../documents/json.ts'
import { type Role, turn } from '../change.ts'
import { type Comparison, describeDifference, isSame, rate, report, reportWording } from '../comparison.ts'
import { type Place, within } from '../place.ts'
import { judgeDeprecation } from '../policies.ts'
import { follow, type Side } from '../side.ts'
import { compareContent, compareFields, type Fields } from './compare-fields.ts'
import type { Inherited } from './path-items.ts'
import { compareResponses } from './compare-responses.ts'
import { compareRequirements } from './compare-security.ts'
import { compareOwnServers } from './compare-servers.ts'

/** Compares two operations. The content of requests has the given role, and the content of responses the other one. */
export function compareOperations(
  comparison: Comparison,
  role: Role,
  place: Place,
  [before, after]: readonly [JsonObject, JsonObject],
  [old, young]: readonly [Inherited, Inherited],
): void {
  const { base, revision } = comparison
  const nodes = [before, after] as const
  compareName(comparison, place, before, after)
  compareMarks(comparison, place, before, after)
  compareOwnServers(comparison, place, nodes, [old, young])
  const requirements = [before['security'] ?? old.security, after['security'] ?? young.security] as const
  if (role === 'sent') compareRequirements(comparison, place, requirements, nodes)
  const parameters = [listParameters(base, before, old), listParameters(revision, after, young)] as const
  compareFields(comparison, role, place, 'parameter', parameters)
  compareBodies(comparison, role, within(place, 'request body'), before['requestBody'], after['requestBody'])
  compareResponses(comparison, turn(role), place, toObject(before['responses']), toObject(after['responses']))
  const { access } = comparison.policies
  const rated = access === undefined ? operationFields : new Set([...operationFields, access.extension])
  reportWording(comparison, place, nodes, rated)
}

const operationFields: ReadonlySet<string> = new Set([
  'operationId',
  'parameters',
  'requestBody',
  'responses',
  'callbacks',
  'deprecated',
  'security',
  'servers',
  'x-idempotency',
])

function compareName(comparison: Comparison, place: Place, before: JsonObject, after: JsonObject): void {
  const [old, young] = [before['operationId'], after['operationId']]
  if (isSame(old, young)) return
  const what = describeDifference('operationId', old, young)
  report(comparison, {
    ...rate(old !== undefined, 'operation-id-changed'),
    place,
    what,
    nodes: [before, after],
  })
}

/** Compares deprecation, and the extensions for access and idempotency. */
function compareMarks(comparison: Comparison, place: Place, before: JsonObject, after: JsonObject): void {
  const { policies } = comparison
  const nodes = [before, after] as const
  const problem = judgeDeprecation(before, after, policies)
  if (problem !== undefined) report(comparison, { impact: 'major', ...problem, place, nodes })
  if ((before['deprecated'] === true) !== (after['deprecated'] === true)) {
    const what =
      after['deprecated'] === true ? 'The operation is deprecated.' : 'The operation is no longer deprecated.'
    report(comparison, { impact: 'minor', rule: 'compatible', place, what, nodes })
  }
  const { access } = policies
  if (access !== undefined && !isSame(before[access.extension], after[access.extension])) {
    const [lowest = ''] = access.levels
    const [old, young] = [before, after].map((operation) => toText(operation[access.extension] ?? lowest))
    const isNarrower = access.levels.indexOf(young ?? '') > access.levels.indexOf(old ?? '')
    const what = `Access was \`${old}\` and is \`${young}\`.`
    const rated = rate(isNarrower, 'access-narrowed')
    report(comparison, { ...rated, place, what, nodes })
  }
  compareIdempotency(comparison, place, before, after)
}

/** From least to most. */
const idempotencyLevels: readonly (Json | undefined)[] = ['never', 'key', 'always']

function compareIdempotency(
  comparison: Comparison,
  place: Place,
  before: JsonObject,
  after: JsonObject,
): void {
  const [old, young] = [before['x-idempotency'], after['x-idempotency']]
  if (isSame(old, young)) return
  const isLess = idempotencyLevels.indexOf(young) < idempotencyLevels.indexOf(old)
  const what = describeDifference('x-idempotency', old, young)
  const rated =
    isLess && old !== undefined
      ? ({ impact: 'major', rule: 'idempotency-lost' } as const)
      : ({ impact: 'patch', rule: 'wording' } as const)
  report(comparison, { ...rated, place, what, nodes: [before, after] })
}

/** The parameters of an operation by place and name, with those of its path, which it may override. */
function listParameters(side: Side, operation: JsonObject, { parameters }: Inherited): Fields {
  const own = operation['parameters']
  const all = [...parameters, ...(Array.isArray(own) ? own : [])].map((parameter) => follow(side, parameter))
  const said = all.filter((field) => !ignoredParameters.has(keyOf(field)))
  return new Map(said.map((field) => [keyOf(field), { name: toText(field['name']), field }]))
}

/** Parameters that OpenAPI ignores (3.1.1, 4.8.12.1): the body and the security schemes describe them. */
const ignoredParameters: ReadonlySet<string> = new Set([
  'header accept',
  'header content-type',
  'header authorization',
])

/**
 * Header names are the same in any case. Path parameters are compared by the path, which reports a new name.
 */
function keyOf({ in: place, name }: JsonObject): string {
  return `${toText(place)} ${place === 'header' ? toText(name).toLowerCase() : toText(name)}`
}

function compareBodies(
  comparison: Comparison,
  role: Role,
  place: Place,
  before: Json | undefined,
  after: Json | undefined,
): void {
  const { base, revision } = comparison
  const [old, young] = [follow(base, before), follow(revision, after)]
  const nodes = [before, after] as const
  if (before === undefined && after === undefined) return
  const isRequired = young['required'] === true
  if (before === undefined) {
    const isBreaking = role === 'sent' && isRequired
    const what = isBreaking ? 'A request body became required.' : 'There may be a request body.'
    return report(comparison, { ...rate(isBreaking, 'required-body-added'), place, what, nodes })
  }
  if (after === undefined)
    return report(comparison, {
      impact: 'major',
      rule: 'request-body-removed',
      place,
      what: 'The request body was removed.',
      nodes,
    })
  if ((old['required'] === true) !== isRequired) {
    const isBreaking = isRequired === (role === 'sent')
    const what = isRequired ? 'The request body became required.' : 'The request body became optional.'
    report(comparison, { ...rate(isBreaking, 'request-body-became-required'), place, what, nodes })
  }
  compareContent(comparison, role, place, toObject(old['content']), toObject(young['content']))
  reportWording(comparison, place, [old, young], new Set(['required', 'content']))
}
