import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Json } from '@contract-kit/json-schema/json'
import { findKeyword } from '@contract-kit/json-schema/schemas'
import type { Sketch, SketchField } from '@contract-kit/resources/exchanges'
import { placeOf, pointerOf } from './places.ts'
import { chooseWord, type ErrorFacts, type ErrorProblem, spellingsOf } from './words.ts'

/** The facts for one part of an error body: the whole error or one problem. */
export interface ErrorPart extends ErrorFacts {
  readonly status: number
  readonly problem?: ErrorProblem
}

/** Property names of messages, in lower case without separators. */
export const messages = new Set(
  'message detail details description msg err errmsg errormessage errordescription error reason text usermessage hint fault problem'.split(
    ' ',
  ),
)
/** Names of numbers that repeat the status. */
export const statuses = new Set(['status', 'statuscode', 'code', 'httpstatus', 'httpcode', 'errorcode'])

/** Property names of codes. */
const codes = new Set([
  'code',
  'errorcode',
  'type',
  'errortype',
  'error',
  'status',
  'kind',
  'reason',
  'key',
  'errorkey',
])
const requestIds = new Set(['requestid', 'traceid', 'correlationid', 'errorid', 'incidentid'])

/** Property names of a problem's location. */
export const fieldNames = new Set(
  'field fieldname name path property propertyname propertypath param parameter attribute key target pointer source location instancepath'.split(
    ' ',
  ),
)

/** The text of a property, by its name. `names` are its sibling properties. Undefined if the name is not known. */
export function textFor(
  key: string,
  { sketch, isRequired }: SketchField,
  facts: ErrorPart,
  example: Json | undefined,
  names: ReadonlySet<string>,
): string | undefined {
  const { problem, status } = facts
  const choices = sketch.nodes.flatMap((node) => {
    const only = findKeyword(node, 'const')
    const several = findKeyword(node, 'enum')
    return only === undefined ? (Array.isArray(several) ? several : []) : [only]
  })
  if (choices.length > 0) {
    if (problem !== undefined && (key === 'in' || key === 'location'))
      return chooseWord(choices, { code: problem.in }, 0)
    if (codes.has(key) && typeof example === 'string') return example
    return codes.has(key) || isRequired ? chooseWord(choices, facts, status) : undefined
  }
  if (problem !== undefined) {
    if (key === 'in' || key === 'location')
      return names.has('field') || key === 'in' ? problem.in : placeOf(problem)
    // A location object with a property for each part of the request uses only the matching one.
    if (key === 'pointer' && problem.in !== 'body' && !isRequired && names.has('parameter')) return undefined
    if (key === 'parameter' && problem.in === 'body' && !isRequired && names.has('pointer')) return undefined
    if (key === 'pointer' || key === 'instancepath') return pointerOf(problem)
    if (fieldNames.has(key)) return placeOf(problem)
    if (key === 'code' || key === 'type' || key === 'rule' || key === 'keyword' || key === 'constraint')
      return accepted(sketch, spellingsOf(problem.keyword || 'invalid'))
    if (messages.has(key)) return problem.message
    if (key !== 'title' && !statuses.has(key)) return undefined
  }
  if (key === 'title') return typeof example === 'string' ? example : titleOf(status)
  if (key === 'type') {
    if (typeof example === 'string') return example
    const formats = sketch.nodes.map((node) => findKeyword(node, 'format'))
    return names.has('title') || formats.includes('uri') || formats.includes('uri-reference')
      ? 'about:blank'
      : accepted(sketch, spellingsOf(facts.code))
  }
  if (key === 'statuscode' || key === 'httpstatus') return String(status)
  if (key === 'status')
    // In google.rpc.Status, `code` is a number and `status` is its name.
    return names.has('message') && names.has('code')
      ? accepted(sketch, spellingsOf(facts.code).slice(1))
      : String(status)
  // OAuth (RFC 6749, 5.2) has a code beside its description; many frameworks put the reason phrase beside the message.
  if (key === 'error' && [...names].some((name) => name !== 'error' && messages.has(name))) {
    if (typeof example === 'string') return example
    const isReason = !names.has('errordescription') && [...names].some((name) => statuses.has(name))
    return isReason ? titleOf(status) : accepted(sketch, spellingsOf(facts.code))
  }
  if (key === 'reason' && names.has('message')) return accepted(sketch, spellingsOf(facts.code))
  if (key === 'code' || key === 'errorcode' || key === 'errorkey')
    return typeof example === 'string' ? example : accepted(sketch, spellingsOf(facts.code))
  if (key === 'instance' || key === 'path') return facts.path
  if (key === 'timestamp' || key === 'time') return new Date(facts.now).toISOString()
  if (requestIds.has(key)) return accepted(sketch, [randomUUID()])
  return messages.has(key) ? accepted(sketch, [facts.message, titleOf(status)]) : undefined
}

/** The reason phrase of a status: `Not Found`. */
export const titleOf = (status: number): string => STATUS_CODES[status] ?? 'Error'

/** The first text that is valid for an outline. */
const accepted = (sketch: Sketch, texts: readonly string[]): string | undefined =>
  texts.find((text) => sketch.nodes.length === 0 || sketch.accepts(text)) ?? undefined
