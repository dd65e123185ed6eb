import type { ApiBody, ApiOperation } from '../document/api-document.ts'
import { findMedia } from '../document/find-response.ts'
import { appendTokens } from '../schema/json-pointer.ts'
import { BODILESS_METHODS } from './bodiless-methods.ts'
import { judgeMedia } from './judge-media.ts'
import type { PartsVerdict } from './parts-verdict.ts'
import { BODY, createFault } from './request-fault.ts'
import type { WireRequest } from './wire-request.ts'

const SOUND: PartsVerdict = { isValid: true, isInvalid: false, faults: [] }

/** Judges the body of a request by its media type; one that the document does not describe is overlooked. */
export const judgeBody = ({ body, method }: ApiOperation, request: WireRequest): PartsVerdict => {
  if (body === undefined || BODILESS_METHODS.has(method)) return SOUND
  const text =
    typeof request.body === 'string' ? request.body : Buffer.from(request.body ?? '').toString('utf8')
  const contentType = request.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1]
  if (text === '') return judgeEmpty(body, contentType)
  if (contentType === undefined) return judgeUntyped(body, text)
  const media = findMedia(body.media, contentType)
  if (media !== undefined) return judgeMedia(media, contentType, text)
  return body.media.length === 0 ? SOUND : refuseType(body, 'is of a media type that is not documented', true)
}

const refuseType = (body: ApiBody, clause: string, isInvalid: boolean): PartsVerdict => {
  const place = { documentUri: body.documentUri, pointer: appendTokens(body.pointer, 'content') }
  return { isValid: false, isInvalid, faults: [createFault(BODY, 'contentType', place, clause)] }
}

// No bytes are no body, but also the empty text, the empty form and the empty file.
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

// A reader may guess the type of a body that does not tell it (RFC 9110, 8.3).
const judgeUntyped = (body: ApiBody, text: string): PartsVerdict => {
  const isHopeless =
    body.media.length > 0 && body.media.every((media) => judgeMedia(media, media.contentType, text).isInvalid)
  return refuseType(body, 'has no Content-Type', isHopeless)
}
