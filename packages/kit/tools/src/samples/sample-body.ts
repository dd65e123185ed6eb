import type { WrittenBody } from '@contract-kit/openapi'
import { joinParts } from '@contract-kit/openapi/wire'
import { type Json, writeJson } from '@contract-kit/json-schema/json'

/** The body as it is sent, with its `Content-Type`. */
export function encodeBody(body: WrittenBody): { readonly contentType: string; readonly text: string } {
  const { mediaType: contentType } = body
  switch (body.kind) {
    case 'json':
      return { contentType, text: writeJson(body.value) }
    case 'text':
    case 'form':
      return { contentType, text: body.text }
    case 'file':
      return { contentType, text: `contents of ${body.fileName}` }
    case 'multipart': {
      const { boundary, body: text } = joinParts(body.parts)
      return { contentType: `${contentType}; boundary=${boundary}`, text }
    }
  }
}

/** Whether a value has whole numbers that a double cannot hold. */
export function hasBigNumbers(value: Json): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).some(hasBigNumbers)
  return typeof value === 'bigint'
}
