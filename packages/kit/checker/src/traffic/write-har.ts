import { isUtf8 } from 'node:buffer'
import { maskHeaders, type MaskOptions, maskSecrets, maskText } from '../http/secrets.ts'
import { toHarEntry } from '../reports/har.ts'
import type { SeenBody, SeenExchange } from './seen-exchange.ts'

/**
 * Converts an exchange to an entry of an HTTP archive, with masked credentials. A masked body is marked, because it differs from the sent
 * one.
 */
export const toMaskedEntry = (seen: SeenExchange, mask: MaskOptions): ReturnType<typeof toHarEntry> => {
  const { method, url, status, sentAt, elapsedMs } = seen
  const [requestText, responseText] = [textOf(seen.requestBody), textOf(seen.responseBody)]
  const sent = { method, target: url, headers: seen.requestHeaders, body: requestText }
  const { secretNames, showSecrets } = mask
  const request = showSecrets ? sent : maskSecrets(sent, secretNames)
  const responseHeaders = showSecrets ? seen.responseHeaders : maskHeaders(seen.responseHeaders, secretNames)
  const toMessage = (
    headers: SeenExchange['requestHeaders'],
    text: string,
    whole: string,
    body: SeenBody,
  ) => {
    const shown = maskText(text, mask)
    const isPartial = body === 'unseen' || shown !== whole
    return {
      headers: headers.map(([name, value]) => [name, maskText(value, mask)] as const),
      body: shown,
      isPartial,
      ...(isText(body) ? {} : { encoding: 'base64' as const }),
    }
  }
  return toHarEntry({
    request: {
      method,
      url: maskText(request.target, mask),
      ...toMessage(request.headers, String(request.body), requestText, seen.requestBody),
    },
    response: { status, ...toMessage(responseHeaders, responseText, responseText, seen.responseBody) },
    sentAt,
    elapsedMs,
  })
}

const isText = (body: SeenBody): boolean => typeof body === 'string' || isUtf8(body)

const textOf = (body: SeenBody): string => {
  if (typeof body === 'string') return ''
  return Buffer.from(body).toString(isText(body) ? 'utf8' : 'base64')
}
