import type { ApiDocument } from '../document/api-document.ts'
import { findMedia, findResponse } from '../document/find-response.ts'
import { evaluate } from '../schema/evaluate.ts'
import { judgeRequest, type RequestVerdict } from '../wire/judge-request.ts'
import type { Answer, Case, CheckSettings, Exchange } from './exchange.ts'

/** Reads an answer by the document; `verdict` is on the request as it was before credentials were added. */
export const createExchange = (
  document: ApiDocument,
  sent: Case,
  answer: Answer,
  history: readonly Exchange[],
  settings: CheckSettings,
  verdict: RequestVerdict | undefined = sent.operation === undefined
    ? undefined
    : judgeRequest(sent.operation, sent.request),
): Exchange => {
  const response = sent.operation === undefined ? undefined : findResponse(sent.operation, answer.status)
  const media =
    response === undefined || answer.contentType === undefined
      ? undefined
      : findMedia(response.media, answer.contentType)
  const bodyFailures =
    media?.schema === undefined || answer.json === undefined
      ? []
      : evaluate(media.schema, answer.json, { direction: 'response' })
  return { document, case: sent, answer, verdict, response, media, bodyFailures, history, settings }
}
