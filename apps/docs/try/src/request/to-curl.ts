import type { PartnerRequest } from './partner-request.ts'

/** The curl command that sends the same request from a POSIX shell. It holds the token: mask it before showing it. */
export function toCurl({ method, url, headers, body }: PartnerRequest): string {
  const isTyped = headers.some(([name]) => name.toLowerCase() === 'content-type')
  return [
    `curl -i -X ${method} ${quote(url)}`,
    ...headers.map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    // curl would name a media type of its own.
    ...(body === undefined || isTyped ? [] : [`-H 'Content-Type:'`]),
    ...(body === undefined ? [] : [`--data-raw ${quote(body)}`]),
  ].join(' \\\n  ')
}

const quote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`
