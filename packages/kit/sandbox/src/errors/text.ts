import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Json } from '@contract-kit/json-schema/json'
import { findKeyword } from '@contract-kit/json-schema/schemas'
import type { Sketch, SketchField } from '@contract-kit/resources/exchanges'
import { placeOf, pointerOf } from './places.ts'
import { chooseWord, type ErrorFacts, type ErrorProblem, spellingsOf } from './words.ts'

/** The facts for one part of an error body: the whole error or one problem. */
export interface Told extends ErrorFacts {
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
export function tellText(
  said: string,
  { sketch, isRequired }: SketchField,
  told: Told,
  example: Json | undefined,
  names: ReadonlySet<string>,
): string | undefined {
  const { problem, status } = told
  const choices = sketch.nodes.flatMap((node) => {
    const only = findKeyword(node, 'const')
    const several = findKeyword(node, 'enum')
    return only === undefined ? (Array.isArray(several) ? several : []) : [only]
  })
  if (choices.length > 0) {
    if (problem !== undefined && (said === 'in' || said === 'location'))
      return chooseWord(choices, { code: problem.in }, 0)
    if (codes.has(said) && typeof example === 'string') return example
    return codes.has(said) || isRequired ? chooseWord(choices, told, status) : undefined
  }
  if (problem !== undefined) {
    if (said === 'in' || said === 'location')
      return names.has('field') || said === 'in' ? problem.in : placeOf(problem)
    // A location object with a property for each part of the request uses only the matching one.
    if (said === 'pointer' && problem.in !== 'body' && !isRequired && names.has('parameter')) return undefined
    if (said === 'parameter' && problem.in === 'body' && !isRequired && names.has('pointer')) return undefined
    if (said === 'pointer' || said === 'instancepath') return pointerOf(problem)
    if (fieldNames.has(said)) return placeOf(problem)
    if (said === 'code' || said === 'type' || said === 'rule' || said === 'keyword' || said === 'constraint')
      return accepted(sketch, spellingsOf(problem.keyword || 'invalid'))
    if (messages.has(said)) return problem.message
    if (said !== 'title' && !statuses.has(said)) return undefined
  }
  if (said === 'title') return typeof example === 'string' ? example : titleOf(status)
  if (said === 'type') {
    if (typeof example === 'string') return example
    const formats = sketch.nodes.map((node) => findKeyword(node, 'format'))
    return names.has('title') || formats.includes('uri') || formats.includes('uri-reference')
      ? 'about:blank'
      : accepted(sketch, spellingsOf(told.code))
  }
  if (said === 'statuscode' || said === 'httpstatus') return String(status)
  if (said === 'status')
    // In google.rpc.Status, `code` is a number and `status` is its name.
    return names.has('message') && names.has('code')
      ? accepted(sketch, spellingsOf(told.code).slice(1))
      : String(status)
  // OAuth (RFC 6749, 5.2) has a code beside its description; many frameworks put the reason phrase beside the message.
  if (said === 'error' && [...names].some((name) => name !== 'error' && messages.has(name))) {
    if (typeof example === 'string') return example
    const isReason = !names.has('errordescription') && [...names].some((name) => statuses.has(name))
    return isReason ? titleOf(status) : accepted(sketch, spellingsOf(told.code))
  }
  if (said === 'reason' && names.has('message')) return accepted(sketch, spellingsOf(told.code))
  if (said === 'code' || said === 'errorcode' || said === 'errorkey')
    return typeof example === 'string' ? example : accepted(sketch, spellingsOf(told.code))
  if (said === 'instance' || said === 'path') return told.path
  if (said === 'timestamp' || said === 'time') return new Date(told.now).toISOString()
  if (requestIds.has(said)) return accepted(sketch, [randomUUID()])
  return messages.has(said) ? accepted(sketch, [told.message, titleOf(status)]) : undefined
}

/** The reason phrase of a status: `Not Found`. */
export const titleOf = (status: number): string => STATUS_CODES[status] ?? 'Error'

/** The first text that is valid for an outline. */
const accepted = (sketch: Sketch, texts: readonly string[]): string | undefined =>
  texts.find((text) => sketch.nodes.length === 0 || sketch.accepts(text)) ?? undefined
