import type { WrittenBody } from '@contract-kit/openapi'
import { percentDecode, type WrittenPart } from '@contract-kit/openapi/wire'
import { writeJson } from '@contract-kit/json-schema/json'
import { encodeBody, hasBigNumbers } from './sample-body.ts'
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

function curlBody(body: WrittenBody): readonly string[] {
  switch (body.kind) {
    case 'json': {
      const line = writeJson(body.value)
      return [`--data-raw ${quoteShell(line.length < 60 ? line : writeJson(body.value, 2))}`]
    }
    case 'text':
    case 'form':
      return [`--data-raw ${quoteShell(body.text)}`]
    case 'file':
      return [`--data-binary ${quoteShell(`@${body.fileName}`)}`]
    case 'multipart':
      return body.parts.map(curlPart)
  }
}

/** A file is read from disk; text is in curl's quotes, where `;` has no meaning. */
function curlPart({ name, text, fileName, contentType }: WrittenPart): string {
  if (fileName !== undefined) return `-F ${quoteShell(`${name}=@${fileName};type=${contentType}`)}`
  if (contentType === undefined) return `--form-string ${quoteShell(`${name}=${text}`)}`
  const quoted = `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`
  return `-F ${quoteShell(`${name}=${quoted};type=${contentType}`)}`
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
      // `console.log` prints deeper values as [Object].
      json: 'console.dir(await response.json(), { depth: null })',
      text: 'console.log(await response.text())',
      none: 'console.log(response.status)',
    }[response],
  ]
  return `${lines.join('\n')}\n`
}

function fetchBody(body: WrittenBody): string {
  switch (body.kind) {
    case 'json':
      // JavaScript numbers would lose digits.
      return hasBigNumbers(body.value)
        ? `body: ${quoteScript(encodeBody(body).text)}`
        : `body: JSON.stringify(${toLiteral(body.value, scriptSyntax, '  ', 24)})`
    case 'form': {
      const pairs = toPairs(body.text)
      return pairs === undefined
        ? `body: ${quoteScript(body.text)}`
        : `body: new URLSearchParams(${toLiteral(pairs, scriptSyntax, '  ', 30)})`
    }
    case 'text':
    case 'file':
      return `body: ${quoteScript(encodeBody(body).text)}`
    case 'multipart':
      return 'body: form'
  }
}

/** The names and values of a form; undefined if it is none, or has delimiters that would be encoded like those inside of a value. */
function toPairs(text: string): string[][] | undefined {
  if (!/^(?:[\w.~%\uFDD0\uFDD1-]+=[\w.~%\uFDD0\uFDD1-]*(?:&|$))+$/.test(text)) return undefined
  return text.split('&').map((pair) => pair.split('=').map(percentDecode))
}

function fetchForm(parts: readonly WrittenPart[]): readonly string[] {
  const appends = parts.map(({ name, text, fileName, contentType }) => {
    const type = contentType === undefined ? '' : `, { type: ${quoteScript(contentType)} }`
    const content =
      fileName === undefined
        ? contentType === undefined
          ? quoteScript(text)
          : `new Blob([${quoteScript(text)}]${type})`
        : `new File([${quoteScript(text)}], ${quoteScript(fileName)}${type})`
    return `form.append(${quoteScript(name)}, ${content})`
  })
  return ['const form = new FormData()', ...appends]
}
