import { checkExchange } from '@giftcards/test-harness'
import type { Sample } from './read-samples.ts'
import type { SentExchange } from './sent-exchange.ts'

/** How what a sample sent and got departs from a success of its own operation, the response by the contract; empty if not. */
export function findDepartures(
  sample: Sample,
  sent: SentExchange | undefined,
  baseUrl: string,
): readonly string[] {
  const { operationId, method, pathTemplate } = sample
  if (sent === undefined) return [`${operationId} was not sent`]
  const template = new RegExp(`^${pathTemplate.replaceAll(/\{\w+\}/g, '[^/]+')}$`)
  const [path = ''] = sent.url.startsWith(baseUrl) ? sent.url.slice(baseUrl.length).split('?') : []
  const headers = new Headers(sent.headers.map(([name, value]) => [name, value]))
  return [
    ...(sent.method === method ? [] : [`${operationId} was sent with ${sent.method}`]),
    ...(template.test(path) ? [] : [`${operationId} was sent to ${sent.url}`]),
    ...(sent.status === 200 || sent.status === 201
      ? []
      : [`${operationId} was answered ${sent.status}: ${sent.text}`]),
    ...checkExchange(operationId, { status: sent.status, headers, text: sent.text }),
  ]
}
