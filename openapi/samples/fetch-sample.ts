import { formatScript } from './format-source.ts'
import { pathSegment } from './path-segment.ts'
import { querySuffix } from './query-suffix.ts'
import type { SampleRequest } from './sample-request.ts'

/** The request as a module that needs nothing but `fetch`: the host in `baseUrl`, the token in `token`. */
export function fetchSample(request: SampleRequest): Promise<string> {
  const { access, baseUrl, path, pathTemplate, query } = request
  const constants = [
    ...(access === 'none' ? [['baseUrl', baseUrl] as const] : []),
    ...Object.entries(path),
  ].map(([name, value]) => `const ${name} = ${JSON.stringify(value)}`)
  const segments = pathTemplate.replaceAll(/\{(\w+)\}/g, (_match, name: string) => {
    const value = path[name] ?? ''
    return pathSegment(value) === String(value) ? `\${${name}}` : `\${encodeURIComponent(${name})}`
  })
  const url = `\`\${baseUrl}${segments}${querySuffix(query)}\``
  const call = [
    `const response = await fetch(${[url, ...initOf(request)].join(', ')})`,
    "if (!response.ok) throw new Error((await response.json()).message.join(', '))",
    ...outcomeOf(request),
  ]
  return formatScript([constants.join('\n'), call.join('\n')].join('\n\n'), 'babel')
}

/** The second argument of `fetch`; none where there is nothing to say. */
function initOf({ access, method, headers, body }: SampleRequest): string[] {
  const sent = [
    ...(access === 'sandbox' ? [] : ["'x-cc-app': 'demo-app'"]),
    ...(access === 'sandbox' || access === 'none' ? [] : ['Authorization: `Bearer ${token}`']),
    ...(body === undefined ? [] : ["'Content-Type': 'application/json'"]),
    ...Object.entries(headers).map(([name, value]) => `'${name}': ${JSON.stringify(value)}`),
  ]
  const members = [
    ...(method === 'GET' ? [] : [`method: '${method}'`]),
    ...(sent.length === 0 ? [] : [`headers: {${sent.join(', ')}}`]),
    ...(body === undefined ? [] : [`body: JSON.stringify(${JSON.stringify(body)})`]),
  ]
  return members.length === 0 ? [] : [`{${members.join(', ')}}`]
}

/** The body; and the token, which a session has only just got and a login replaces. */
function outcomeOf({ access, issuesToken, outcome }: SampleRequest): string[] {
  const token = access === 'none' ? 'token' : 'customerToken'
  return [
    `const ${outcome} = await response.json()`,
    ...(issuesToken ? [`const ${token} = response.headers.get('authorization')`] : []),
  ]
}
