import type { SampleBody, SamplePart } from './sample-body.ts'
import { encodePairs } from './serialize-parameter.ts'
import { quoteScript, quoteShell, scriptSyntax, toLiteral } from './literals.ts'
import type { SampleRequest } from './sample-request.ts'

/** The request for a shell. curl prints the body, and fails if the status is an error. */
export function curlSample(request: SampleRequest): string {
  const { method, url, headers, body, responseHeaders } = request
  const first = [
    'curl --fail-with-body',
    ...(responseHeaders.length === 0 ? [] : ['--include']),
    ...(method === 'HEAD' ? ['--head'] : method === 'GET' && body === undefined ? [] : [`-X ${method}`]),
    quoteShell(url),
  ]
  const parts = [
    first.join(' '),
    ...headers.map(([name, value]) => `-H ${quoteShell(`${name}: ${value}`)}`),
    ...(body === undefined || body.kind === 'multipart'
      ? []
      : [`-H ${quoteShell(`Content-Type: ${body.mediaType}`)}`]),
    ...(body === undefined ? [] : curlBody(body)),
  ]
  return `${parts.join(' \\\n  ')}\n`
}

function curlBody(body: SampleBody): readonly string[] {
  switch (body.kind) {
    case 'json': {
      const line = JSON.stringify(body.value)
      return [`--data-raw ${quoteShell(line.length < 60 ? line : JSON.stringify(body.value, null, 2))}`]
    }
    case 'text':
      return [`--data-raw ${quoteShell(body.text)}`]
    case 'form':
      return [`--data-raw ${quoteShell(encodePairs(body.pairs))}`]
    case 'multipart':
      return body.parts.map(curlPart)
  }
}

/** A file is read from the folder; a text is given in the quotes of curl, in which `;` means nothing. */
function curlPart({ name, value, fileName, mediaType }: SamplePart): string {
  if (fileName !== undefined) return `-F ${quoteShell(`${name}=@${fileName};type=${mediaType}`)}`
  if (mediaType === undefined) return `--form-string ${quoteShell(`${name}=${value}`)}`
  const quoted = `"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"`
  return `-F ${quoteShell(`${name}=${quoted};type=${mediaType}`)}`
}

/** The request as a module that needs nothing but `fetch`. It prints the body, and throws if the status is an error. */
export function fetchSample(request: SampleRequest): string {
  const { method, url, headers, body, response, responseHeaders } = request
  const sent = [
    ...headers,
    ...(body === undefined || body.kind === 'multipart' ? [] : [['Content-Type', body.mediaType] as const]),
  ]
  const init = [
    ...(method === 'GET' ? [] : [`  method: ${quoteScript(method)},`]),
    ...(sent.length === 0
      ? []
      : [`  headers: ${toLiteral(Object.fromEntries(sent), scriptSyntax, '  ', 11)},`]),
    ...(body === undefined ? [] : [`  ${fetchBody(body)},`]),
  ]
  const call =
    init.length === 0 ? `fetch(${quoteScript(url)})` : `fetch(${quoteScript(url)}, {\n${init.join('\n')}\n})`
  const lines = [
    ...(body?.kind === 'multipart' ? [...fetchForm(body.parts), ''] : []),
    `const response = await ${call}`,
    'if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)',
    ...responseHeaders.map((name) => `console.log(response.headers.get(${quoteScript(name)}))`),
    {
      json: 'console.log(await response.json())',
      text: 'console.log(await response.text())',
      none: 'console.log(response.status)',
    }[response],
  ]
  return `${lines.join('\n')}\n`
}

function fetchBody(body: SampleBody): string {
  switch (body.kind) {
    case 'json':
      return `body: JSON.stringify(${toLiteral(body.value, scriptSyntax, '  ', 24)})`
    case 'text':
      return `body: ${quoteScript(body.text)}`
    case 'form':
      return `body: new URLSearchParams(${toLiteral(
        body.pairs.map((pair) => [...pair]),
        scriptSyntax,
        '  ',
        30,
      )})`
    case 'multipart':
      return 'body: form'
  }
}

function fetchForm(parts: readonly SamplePart[]): readonly string[] {
  const appends = parts.map(({ name, value, fileName, mediaType }) => {
    const type = mediaType === undefined ? '' : `, { type: ${quoteScript(mediaType)} }`
    const content =
      fileName === undefined
        ? mediaType === undefined
          ? quoteScript(value)
          : `new Blob([${quoteScript(value)}]${type})`
        : `new File([${quoteScript(value)}], ${quoteScript(fileName)}${type})`
    return `form.append(${quoteScript(name)}, ${content})`
  })
  return ['const form = new FormData()', ...appends]
}
