import type { Wire } from '../construct.ts'

/** Returns how a request differs from the one written by hand; undefined if it does not. */
export function differenceOf(expected: Wire, sent: Wire): string | undefined {
  const [wanted, found] = [normalize(expected), normalize(sent)] as const
  const headers = Object.fromEntries(Object.keys(wanted.headers).map((name) => [name, found.headers[name]]))
  const one = JSON.stringify(wanted)
  const two = JSON.stringify({ ...found, headers })
  return one === two ? undefined : `sends ${two} in place of ${one}`
}

/** Normalizes a request: ignores percent-encoding, the order of pairs and multipart boundaries. */
function normalize({ method = 'GET', target, headers = {}, body = '' }: Wire) {
  const [path = '', search = ''] = target.split('?')
  const lower = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  )
  const { 'content-type': type = '', ...others } = lower
  const essence = (type.split(';')[0] ?? '').trim()
  return {
    method,
    path: decode(path),
    pairs: toPairs(search),
    type: essence,
    body: body === '' ? '' : normalizeBody(body, type),
    headers: Object.fromEntries(Object.entries(others).map(([name, value]) => [name, decode(value)])),
  }
}

function normalizeBody(body: string, type: string): unknown {
  if (/[/+]json/.test(type)) return body.replaceAll(/\s/g, '')
  if (type.includes('urlencoded')) return toPairs(body)
  if (!type.startsWith('multipart/')) return body
  const boundary = /boundary="?([^";]+)/.exec(type)?.[1] ?? ''
  const parts = body.split(`--${boundary}`).slice(1, -1)
  return parts.map((part) => {
    const [head = '', ...content] = part.split('\r\n\r\n')
    return [/ name="([^"]*)"/.exec(head)?.[1], content.join('\r\n\r\n').replace(/\r\n$/, '')]
  })
}

// An encoded comma stays encoded, so that it differs from a delimiter.
const decode = (text: string): string =>
  text.replaceAll('+', ' ').replaceAll(/(?:%(?!2c|2C)[\dA-Fa-f]{2})+/g, (run) => decodeURIComponent(run))

const toPairs = (text: string): readonly string[] => text.split('&').map(decode).toSorted()
