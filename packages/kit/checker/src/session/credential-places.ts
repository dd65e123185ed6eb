import type { WireRequest } from '@contract-kit/openapi/wire'

/** The place of a credential in a request. Header names are in lower case. */
export interface CredentialPlace {
  readonly place: 'header' | 'query' | 'cookie'
  readonly name: string
}

const cookieOf = (request: WireRequest): string =>
  request.headers.find(([name]) => name === 'cookie')?.[1] ?? ''

const withHeader = (request: WireRequest, name: string, value: string | undefined): WireRequest => {
  const others = request.headers.filter(([other]) => other !== name.toLowerCase())
  return {
    ...request,
    headers: value === undefined || value === '' ? others : [...others, [name.toLowerCase(), value]],
  }
}

const cookiesWithout = (request: WireRequest, name: string): string[] =>
  cookieOf(request).split(/;\s*/).filter((pair) => pair !== '' && !pair.startsWith(`${name}=`)) // prettier-ignore

const queryWithout = (target: string, name: string): string => {
  const at = target.indexOf('?')
  if (at === -1) return target
  const kept = target.slice(at + 1).split('&').filter((pair) => pair.split('=')[0] !== encodeURIComponent(name)) // prettier-ignore
  return kept.length === 0 ? target.slice(0, at) : `${target.slice(0, at)}?${kept.join('&')}`
}

/** A request with a value set at a place. */
export const put = (request: WireRequest, { place, name }: CredentialPlace, value: string): WireRequest => {
  if (place === 'header') return withHeader(request, name, value)
  if (place === 'cookie')
    return withHeader(request, 'cookie', [...cookiesWithout(request, name), `${name}=${value}`].join('; '))
  const target = queryWithout(request.target, name)
  return {
    ...request,
    target: `${target}${target.includes('?') ? '&' : '?'}${encodeURIComponent(name)}=${encodeURIComponent(value)}`,
  }
}

/** A request without the value at a place. */
export const remove = (request: WireRequest, { place, name }: CredentialPlace): WireRequest => {
  if (place === 'header') return withHeader(request, name, undefined)
  if (place === 'cookie') return withHeader(request, 'cookie', cookiesWithout(request, name).join('; '))
  return { ...request, target: queryWithout(request.target, name) }
}

/** Whether the request has anything at a place. */
export const isSent = (request: WireRequest, { place, name }: CredentialPlace): boolean => {
  if (place === 'header') return request.headers.some(([other]) => other === name.toLowerCase())
  if (place === 'cookie')
    return cookiesWithout(request, name).length < cookieOf(request).split(/;\s*/).filter(Boolean).length
  return queryWithout(request.target, name) !== request.target
}
