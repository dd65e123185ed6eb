import type { Response } from 'express'
import type { MountAnswer } from './mount.ts'

/**
 * Writes one answer. Express's own `json` is not used: it answers 304 to `If-None-Match: *`, which no contract declares.
 * A client that has gone away is no defect; nothing is written for it.
 */
export function sendAnswer(response: Response, answer: MountAnswer): void {
  if (response.destroyed || response.headersSent) return
  const isText = 'text' in answer
  const text = isText ? answer.text : answer.body === undefined ? '' : JSON.stringify(answer.body)
  const bytes = typeof text === 'string' ? Buffer.from(text, 'utf8') : text
  response.status(answer.status)
  for (const [name, value] of Object.entries(answer.headers ?? {})) response.setHeader(name, value)
  if (bytes.length > 0) {
    response.setHeader('content-type', isText ? answer.contentType : 'application/json; charset=utf-8')
  }
  response.setHeader('content-length', bytes.length)
  response.end(bytes)
}
