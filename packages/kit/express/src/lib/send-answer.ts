import type { ServerResponse } from 'node:http'
import { ERROR_CODE_HEADER } from './answer.ts'
import { atEndOfTurn } from './end-of-turn.ts'
import type { MountAnswer } from './mount.ts'
import { findOpenResponse } from './open-response.ts'

const JSON_TYPE = 'application/json; charset=utf-8'

/**
 * Writes one answer, its headers in one piece. Express's own `json` is not used: it answers 304 to `If-None-Match: *`,
 * which no contract declares. A client that has gone away is no defect; nothing is written for it.
 */
export function sendAnswer(response: ServerResponse, answer: MountAnswer): void {
  if (response.destroyed || response.headersSent) return
  const isText = 'text' in answer
  const content = isText ? answer.text : answer.body === undefined ? '' : JSON.stringify(answer.body)
  // Text travels with the head in one write; bytes would take a second one.
  const length = typeof content === 'string' ? Buffer.byteLength(content) : content.length
  const headers = listHeaders(response, answer.headers ?? {})
  if (length > 0) headers.push('content-type', isText ? answer.contentType : JSON_TYPE)
  headers.push('content-length', String(length))
  // At once, though nothing is written by it: a header that cannot be sent is a defect of this request alone.
  response.writeHead(answer.status, headers)
  // Where each character is a byte, they are the same bytes in an encoding that is cheaper to write.
  const encoding = length === content.length ? 'latin1' : 'utf8'
  atEndOfTurn(() => response.end(content, encoding))
}

/** The headers of an answer, which win over those of every answer. */
function listHeaders(response: ServerResponse, own: Readonly<Record<string, string>>): string[] {
  const opened = findOpenResponse(response)
  const headers = [...(opened?.headers ?? [])]
  if (opened !== undefined) {
    opened.errorCode = own[ERROR_CODE_HEADER] ?? null
    headers.push('x-request-id', opened.requestId)
  }
  for (const name in own) {
    const value = own[name] ?? ''
    // Names stand at the even places; no value is a name.
    const at = headers.indexOf(name)
    if (at < 0) headers.push(name, value)
    else headers[at + 1] = value
  }
  return headers
}
