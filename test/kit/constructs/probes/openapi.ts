import { isDeepStrictEqual } from 'node:util'
import { findMedia, openDocument } from '@contract-kit/openapi'
import { judgeRequest, readParameters, serializeRequest, UnsendableError } from '@contract-kit/openapi/wire'
import type { Json } from '@contract-kit/json-schema/json'
import type { Construct, Data, Wire } from '../construct.ts'
import { type Finding, judge, silent } from './lab.ts'
import { differenceOf } from './wire.ts'

type Values = Readonly<Record<string, Json>>

const place = (part: Data = {}): Values => part as Values

/** Reads the document, serializes the request, and validates a valid and an invalid one. */
export async function probeOpenapi(construct: Construct): Promise<Finding> {
  const { id, document, values, wire, wrong } = construct
  const api = openDocument(document)
  const reason =
    api.unread.find((one) => one.id === id)?.reason ?? api.notes.find((note) => note.includes(id))
  if (!api.operations.some((one) => one.id === 'other')) return silent('other is lost')
  if (reason !== undefined) return { cell: 'named', words: reason }
  if (construct.isRead?.(api) === false) return silent('the construct is not read')
  const operation = api.operations.find((one) => one.id === id)
  if (operation === undefined) return silent('the operation is lost')
  const { body, mediaType = '', ...parameters } = values
  const server = (operation.servers ?? api.servers)[0]?.basePath ?? ''
  const toPlain = ({ target, ...more }: Wire) => ({
    method: more.method ?? 'GET',
    target: target.slice(server.length),
    headers: Object.entries(more.headers ?? {}),
    body: more.body,
  })
  try {
    const sent = serializeRequest(operation, {
      path: place(values.path),
      query: place(values.query),
      header: place(values.header),
      cookie: place(values.cookie),
      body: body === undefined ? undefined : { contentType: mediaType, value: body as Json },
    })
    const { target, headers, body: content } = sent
    const written = {
      method: sent.method,
      target: server + target,
      headers: Object.fromEntries(headers),
      body: content === undefined ? '' : String(content),
    }
    const { target: head, headers: sentHeaders } = toPlain(wire)
    const header = (name: string) =>
      sentHeaders.flatMap(([key, value]) => (key === name.toLowerCase() ? [value] : []))
    const read = readParameters(operation, { target: head, header })
    const right = judgeRequest(operation, toPlain(wire))
    const isSecured = operation.security.length > 0
    const declared =
      operation.body === undefined || mediaType === '' || findMedia(operation.body.media, mediaType)
    return judge(
      declared === undefined && `${mediaType} is not declared`,
      isSecured ? undefined : differenceOf(wire, written),
      right.isInvalid && `calls the request invalid: ${JSON.stringify(right.faults)}`,
      !isDeepStrictEqual(read?.values, { path: {}, query: {}, header: {}, cookie: {}, ...parameters }) &&
        `reads ${JSON.stringify(read?.values)}`,
      wrong !== undefined &&
        !isSecured &&
        !judgeRequest(operation, toPlain(wrong)).isInvalid &&
        'calls a wrong request valid',
    )
  } catch (error) {
    if (!(error instanceof UnsendableError)) throw error
    return { cell: 'named', words: error.message }
  }
}
