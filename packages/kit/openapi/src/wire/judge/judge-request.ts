import { appendTokens } from '@contract-kit/json-schema/json'
import { type ApiBody, type ApiOperation, type ApiParameter, findMedia } from '../../document/api-document.ts'
import { BODILESS_METHODS, type WireRequest } from '../wire-request.ts'
import { findSources, type RequestHead } from './find-sources.ts'
import {
  BODY,
  createFault,
  type Fault,
  faultOf,
  judgeMedia,
  judgePart,
  type PartsVerdict,
  type RequestFault,
} from './judge-part.ts'
import { type ParameterReading, readParameter } from './read-parameters.ts'

/** Reads a request on the wire by the document's own rules. */
export interface RequestVerdict {
  /** Valid under the documented types, without coercion. A server that rejects the request is wrong. */
  readonly isValid: boolean
  /** Invalid under the strict reading and under every coercion that servers use. A server that accepts the request is wrong. */
  readonly isInvalid: boolean
  /** Faults under the strict reading. */
  readonly faults: readonly RequestFault[]
}

/** Validates the serialized request, not its source values, since a server sees only the bytes. */
export const judgeRequest = (operation: ApiOperation, request: WireRequest): RequestVerdict => {
  const parts = [...judgeParameters(operation, request), judgeBody(operation, request)]
  return {
    isValid: parts.every(({ isValid }) => isValid),
    isInvalid: parts.some(({ isInvalid }) => isInvalid),
    faults: parts.flatMap(({ isInvalid, faults }) =>
      // A fault stays uncertain if the encoding is ambiguous.
      faults.map((fault) => ({ ...fault, isCertain: isInvalid && fault.keyword !== 'encoding' })),
    ),
  }
}

/** Judges every declared parameter of a request; ignores undeclared names. */
const judgeParameters = (operation: ApiOperation, request: WireRequest): readonly PartsVerdict[] => {
  const sources = findSources(operation, headOf(request))
  if (sources === undefined) return [strayPath(operation)]
  return operation.parameters.map((parameter) => judgeParameter(parameter, readParameter(parameter, sources)))
}

const headOf = ({ target, headers }: WireRequest): RequestHead => ({
  target,
  header: (name) =>
    headers.flatMap(([key, text]) => (key.toLowerCase() === name.toLowerCase() ? [text.trim()] : [])),
})

// The request did not reach this operation, so no response of the server is wrong.
const strayPath = (operation: ApiOperation): PartsVerdict => ({
  isValid: false,
  isInvalid: false,
  faults: [
    createFault({ location: 'path', name: '' }, 'path', operation, `does not lead to ${operation.path}`),
  ],
})

const judgeParameter = (parameter: ApiParameter, { reading, trouble }: ParameterReading): PartsVerdict => {
  const { name, in: location, schema, required } = parameter
  const { isValid, isInvalid, isMissing, failures } = judgePart(
    { required, schema, direction: 'request' },
    reading,
  )
  const subject = { location, name }
  const faults: Fault[] = failures.map((failure) => faultOf(subject, failure))
  if (isMissing) {
    const place = { documentUri: parameter.documentUri, pointer: appendTokens(parameter.pointer, 'required') }
    faults.push(createFault(subject, 'required', place, 'is missing'))
  }
  if (trouble !== undefined)
    faults.push(
      createFault(subject, trouble.kind === 'encoding' ? 'encoding' : 'syntax', parameter, trouble.clause),
    )
  return { isValid: isValid && trouble === undefined, isInvalid, faults }
}

const SOUND: PartsVerdict = { isValid: true, isInvalid: false, faults: [] }

/** Judges the body of a request by its media type; ignores an undeclared one. */
const judgeBody = ({ body, method }: ApiOperation, request: WireRequest): PartsVerdict => {
  if (body === undefined || BODILESS_METHODS.has(method)) return SOUND
  const text =
    typeof request.body === 'string' ? request.body : Buffer.from(request.body ?? '').toString('utf8')
  const contentType = request.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1]
  if (text === '') return judgeEmpty(body, contentType)
  if (contentType === undefined) return judgeUntyped(body, text)
  const media = findMedia(body.media, contentType)
  if (media !== undefined) return judgeMedia(media, contentType, text)
  return body.media.length === 0 ? SOUND : refuseType(body, 'has an undocumented media type', true)
}

const refuseType = (body: ApiBody, clause: string, isInvalid: boolean): PartsVerdict => {
  const place = { documentUri: body.documentUri, pointer: appendTokens(body.pointer, 'content') }
  return { isValid: false, isInvalid, faults: [createFault(BODY, 'contentType', place, clause)] }
}

// No bytes may mean no body, but also an empty text, an empty form or an empty file.
const judgeEmpty = (body: ApiBody, contentType: string | undefined): PartsVerdict => {
  const media = contentType === undefined ? undefined : findMedia(body.media, contentType)
  const asValue = media && contentType !== undefined ? judgeMedia(media, contentType, '') : undefined
  if (!body.required)
    return contentType === undefined ? SOUND : { ...SOUND, isValid: asValue?.isValid === true }
  const place = { documentUri: body.documentUri, pointer: appendTokens(body.pointer, 'required') }
  return {
    isValid: false,
    isInvalid: asValue === undefined || asValue.isInvalid,
    faults: [createFault(BODY, 'required', place, 'is missing')],
  }
}

// A reader may guess the type of a body without a Content-Type (RFC 9110, 8.3).
const judgeUntyped = (body: ApiBody, text: string): PartsVerdict => {
  const isHopeless =
    body.media.length > 0 && body.media.every((media) => judgeMedia(media, media.contentType, text).isInvalid)
  return refuseType(body, 'has no Content-Type', isHopeless)
}
