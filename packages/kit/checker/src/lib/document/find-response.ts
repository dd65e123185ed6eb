import type { ApiMedia, ApiOperation, ApiResponse } from './api-document.ts'

/** What the document says of a status: its own entry, else its family (`4XX`, `4xx`), else `default`. */
export const findResponse = (operation: ApiOperation, status: number): ApiResponse | undefined =>
  operation.responses.get(String(status)) ??
  operation.responses.get(`${Math.floor(status / 100)}XX`) ??
  operation.responses.get(`${Math.floor(status / 100)}xx`) ??
  operation.responses.get('default')

/** A media type without its parameters, lower case. */
export const essenceOf = (contentType: string): string =>
  (contentType.split(';')[0] ?? '').trim().toLowerCase()

/** The documented media type that a Content-Type belongs to; the most specific wins, parameters are overlooked. */
export const findMedia = (media: readonly ApiMedia[], contentType: string): ApiMedia | undefined => {
  const essence = essenceOf(contentType)
  const family = `${essence.split('/')[0] ?? ''}/*`
  return (
    media.find((entry) => essenceOf(entry.contentType) === essence) ??
    media.find((entry) => essenceOf(entry.contentType) === family) ??
    media.find((entry) => essenceOf(entry.contentType) === '*/*')
  )
}
