import type { ApiResponse } from '../../document/api-document.ts'
import type { Exchange } from '../../run/exchange.ts'
import { appendTokens } from '../../schema/json-pointer.ts'
import { bindsAnswer } from './binds-answer.ts'
import { describeAnswer } from './describe-answer.ts'
import { describeFailure } from './describe-failure.ts'
import { isJsonType } from '../../run/is-json-type.ts'

/** A statement about a body that an answer breaks. */
export interface BodyFault {
  readonly pointer: string
  /** The whole sentence. */
  readonly message: string
  /** Tells faults of one pointer apart. */
  readonly kind: 'missing' | 'syntax' | 'schema'
}

/** Statuses that never have a body (RFC 9110, 15). */
const BODILESS = new Set([204, 205, 304])

/**
 * Where the body is not what the document says of the status: it is missing, is no JSON, or breaks its schema; one fault
 * per broken statement. A body of an undocumented media type is not judged.
 */
export const findBodyFaults = (exchange: Exchange): readonly BodyFault[] => {
  const { answer, response, media, bodyFailures } = exchange
  if (response === undefined || !bindsAnswer(exchange)) return []
  const subject = describeAnswer(exchange)
  if (answer.body.length === 0) {
    if (!promisesBody(response) || BODILESS.has(answer.status) || exchange.case.request.method === 'HEAD')
      return []
    const pointer = appendTokens(response.pointer, 'content')
    return [
      { pointer, kind: 'missing', message: `${subject} has no body, though the document promises one.` },
    ]
  }
  if (media === undefined) return []
  if (answer.jsonError !== undefined) {
    return [{ pointer: media.pointer, kind: 'syntax', message: `${subject} is not well-formed JSON.` }]
  }
  const pointers = [...new Set(bodyFailures.map(({ schemaPointer }) => schemaPointer))]
  return pointers.map((pointer) => {
    const clauses = bodyFailures.filter(({ schemaPointer }) => schemaPointer === pointer).map(describeFailure)
    return {
      pointer,
      kind: 'schema',
      message: `${subject} breaks its schema: ${[...new Set(clauses)].slice(0, 5).join(', ')}.`,
    }
  })
}

/** An empty text is a text; an empty JSON body is none. */
const promisesBody = ({ media }: ApiResponse): boolean =>
  media.length > 0 && media.every(({ contentType }) => isJsonType(contentType))
