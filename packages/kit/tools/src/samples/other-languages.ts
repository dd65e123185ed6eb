import type { WrittenBody } from '@contract-kit/openapi'
import { writeJson } from '@contract-kit/json-schema/json'
import {
  pythonSyntax,
  quoteCsharp,
  quoteGo,
  quoteJava,
  quotePhp,
  quotePython,
  quoteRuby,
  toLiteral,
} from './literals.ts'
import { encodeBody } from './sample-body.ts'
import type { SampleRequest } from './sample-request.ts'
import type { Pair } from './credentials.ts'
import { hasVariables } from './variables.ts'

/** Python with `requests`. */
export function pythonSample(request: SampleRequest): string {
  const { method, url, headers, body, responseHeaders } = request
  const sent = body === undefined || setsContentType(body) ? headers : withContentType(headers, body)
  const options = [
    `    ${quotePython(method)},`,
    `    ${quotePython(url)},`,
    ...(sent.length === 0
      ? []
      : [`    headers=${toLiteral(Object.fromEntries(sent), pythonSyntax, '    ', 12)},`]),
    ...(body === undefined ? [] : pythonBody(body).map((line) => `    ${line},`)),
  ]
  return lines(
    ...(readsEnvironment(request) ? ['import os', ''] : []),
    'import requests',
    '',
    'response = requests.request(',
    ...options,
    ')',
    'response.raise_for_status()',
    ...responseHeaders.map((name) => `print(response.headers[${quotePython(name)}])`),
    'print(response.text)',
  )
}

/** Whether `requests` sets the content type by itself. It takes `json=None` for no body at all. */
function setsContentType(body: WrittenBody): boolean {
  if (body.kind === 'multipart') return true
  return body.kind === 'json' && body.value !== null && body.mediaType === 'application/json'
}

function pythonBody(body: WrittenBody): readonly string[] {
  if (body.kind === 'json' && body.value !== null) {
    return [`json=${toLiteral(body.value, pythonSyntax, '    ', 9)}`]
  }
  if (body.kind === 'multipart') {
    const parts = body.parts.map(({ name, text, fileName, contentType }) => {
      const file = [
        fileName === undefined ? 'None' : quotePython(fileName),
        fileName === undefined ? quotePython(text) : `open(${quotePython(fileName)}, "rb")`,
        ...(contentType === undefined ? [] : [quotePython(contentType)]),
      ]
      return `        (${quotePython(name)}, (${file.join(', ')})),\n`
    })
    return [`files=[\n${parts.join('')}    ]`]
  }
  if (body.kind === 'file') return [`data=open(${quotePython(body.fileName)}, "rb")`]
  const text = quotePython(encodeBody(body).text)
  return [`data=${hasVariables(encodeBody(body).text) ? `(${text})` : text}.encode()`]
}

/** Go with `net/http`. */
export function goSample(request: SampleRequest): string {
  const { method, url, headers, body, responseHeaders } = request
  const json = toLongJson(body)
  // A raw string holds anything but its own quote.
  const text =
    json === undefined || json.includes('`')
      ? quoteGo(body === undefined ? '' : encodeBody(body).text)
      : `\`${json}\``
  const payload = body === undefined ? 'nil' : `strings.NewReader(${text})`
  const imports = [
    'fmt',
    'io',
    'log',
    'net/http',
    ...(readsEnvironment(request) ? ['os'] : []),
    ...(body === undefined ? [] : ['strings']),
  ]
  return lines(
    'package main',
    '',
    'import (',
    ...imports.map((name) => `\t"${name}"`),
    ')',
    '',
    'func main() {',
    `\trequest, err := http.NewRequest(${quoteGo(method)}, ${quoteGo(url)}, ${payload})`,
    '\tif err != nil {',
    '\t\tlog.Fatal(err)',
    '\t}',
    ...withContentType(headers, body).map(
      ([name, value]) => `\trequest.Header.Set(${quoteGo(name)}, ${quoteGo(value)})`,
    ),
    '\tresponse, err := http.DefaultClient.Do(request)',
    '\tif err != nil {',
    '\t\tlog.Fatal(err)',
    '\t}',
    '\tdefer response.Body.Close()',
    '\ttext, err := io.ReadAll(response.Body)',
    '\tif err != nil {',
    '\t\tlog.Fatal(err)',
    '\t}',
    '\tif response.StatusCode >= 400 {',
    '\t\tlog.Fatalf("%s %s", response.Status, text)',
    '\t}',
    ...responseHeaders.map((name) => `\tfmt.Println(response.Header.Get(${quoteGo(name)}))`),
    '\tfmt.Println(string(text))',
    '}',
  )
}

/** Java with `java.net.http`, as a file that `java Sample.java` runs. */
export function javaSample({ method, url, headers, body, responseHeaders }: SampleRequest): string {
  const publisher =
    body === undefined
      ? 'BodyPublishers.noBody()'
      : `BodyPublishers.ofString(${toTextBlock(body) ?? quoteJava(encodeBody(body).text)})`
  return lines(
    'import java.net.URI;',
    'import java.net.http.*;',
    'import java.net.http.HttpRequest.BodyPublishers;',
    'import java.net.http.HttpResponse.BodyHandlers;',
    '',
    'class Sample {',
    '  public static void main(String[] args) throws Exception {',
    `    var request = HttpRequest.newBuilder(URI.create(${quoteJava(url)}))`,
    `        .method(${quoteJava(method)}, ${publisher})`,
    ...withContentType(headers, body).map(
      ([name, value]) => `        .header(${quoteJava(name)}, ${quoteJava(value)})`,
    ),
    '        .build();',
    '    var response = HttpClient.newHttpClient().send(request, BodyHandlers.ofString());',
    '    if (response.statusCode() >= 400)',
    '      throw new Exception(response.statusCode() + " " + response.body());',
    ...responseHeaders.map(
      (name) => `    System.out.println(response.headers().firstValue(${quoteJava(name)}).orElse(""));`,
    ),
    '    System.out.println(response.body());',
    '  }',
    '}',
  )
}

/** A long JSON body as a text block, whose indentation Java removes. */
function toTextBlock(body: WrittenBody): string | undefined {
  const json = toLongJson(body)
  return json === undefined ? undefined : `"""\n${indent(json.replaceAll('\\', String.raw`\\`), 12)}"""`
}

/** C# with `HttpClient`, which sends no `User-Agent`. */
export function csharpSample(request: SampleRequest): string {
  const { method, url, body, responseHeaders } = request
  const headers = withUserAgent(request)
  const encoded = body === undefined ? undefined : encodeBody(body)
  const content =
    encoded === undefined
      ? []
      : [
          `request.Content = new StringContent(${toRawString(body) ?? quoteCsharp(encoded.text)});`,
          `request.Content.Headers.ContentType = MediaTypeHeaderValue.Parse(${quoteCsharp(encoded.contentType)});`,
        ]
  return lines(
    ...(encoded === undefined ? [] : ['using System.Net.Http.Headers;', '']),
    // The handler would replace our cookies if it stored any.
    headers.some(([name]) => name === 'Cookie')
      ? 'using var client = new HttpClient(new HttpClientHandler { UseCookies = false });'
      : 'using var client = new HttpClient();',
    `using var request = new HttpRequestMessage(new HttpMethod(${quoteCsharp(method)}), ${quoteCsharp(url)});`,
    ...headers.map(
      ([name, value]) =>
        `request.Headers.TryAddWithoutValidation(${quoteCsharp(name)}, ${quoteCsharp(value)});`,
    ),
    ...content,
    'using var response = await client.SendAsync(request);',
    'var text = await response.Content.ReadAsStringAsync();',
    'if (!response.IsSuccessStatusCode)',
    '    throw new Exception($"{(int)response.StatusCode} {text}");',
    ...responseHeaders.map(
      (name) => `Console.WriteLine(string.Join(", ", response.Headers.GetValues(${quoteCsharp(name)})));`,
    ),
    'Console.WriteLine(text);',
  )
}

/** A long JSON body as a raw string. It takes the separators of Unicode for ends of lines, so it cannot have them. */
function toRawString(body: WrittenBody | undefined): string | undefined {
  const json = toLongJson(body)
  if (json === undefined || /[\u0085\u2028\u2029]/.test(json)) return undefined
  return `\n    """\n${indent(json, 4)}\n    """`
}

/** PHP with its extension curl, which sends no `User-Agent`. */
export function phpSample(request: SampleRequest): string {
  const { method, url, body, responseHeaders } = request
  const sent = withContentType(withUserAgent(request), body)
  return lines(
    '<?php',
    '',
    `$curl = curl_init(${quotePhp(url)});`,
    'curl_setopt_array($curl, [',
    ...(method === 'HEAD'
      ? ['    CURLOPT_NOBODY => true,']
      : [`    CURLOPT_CUSTOMREQUEST => ${quotePhp(method)},`]),
    '    CURLOPT_RETURNTRANSFER => true,',
    ...(responseHeaders.length === 0 ? [] : ['    CURLOPT_HEADER => true,']),
    ...(sent.length === 0
      ? []
      : [
          '    CURLOPT_HTTPHEADER => [',
          ...sent.map(([name, value]) => `        ${quotePhp(`${name}: ${value}`)},`),
          '    ],',
        ]),
    ...(body === undefined ? [] : [`    CURLOPT_POSTFIELDS => ${phpBody(body)},`]),
    ']);',
    '$text = curl_exec($curl);',
    'if ($text === false) {',
    '    throw new Exception(curl_error($curl));',
    '}',
    '$status = curl_getinfo($curl, CURLINFO_RESPONSE_CODE);',
    'if ($status >= 400) {',
    '    throw new Exception("$status $text");',
    '}',
    'echo $text;',
  )
}

/** A multipart body has line ends that an editor could change, so it is in double quotes with escapes. */
function phpBody(body: WrittenBody): string {
  const { text } = encodeBody(body)
  if (body.kind !== 'multipart') return quotePhp(toLongJson(body) ?? text)
  const escaped = text
    .replaceAll(/["\\$]/g, String.raw`\$&`)
    .replaceAll('\r', String.raw`\r`)
    .replaceAll('\n', String.raw`\n`)
  return `"${escaped}"`
}

/** Ruby with `net/http`. */
export function rubySample({ method, url, headers, body, responseHeaders }: SampleRequest): string {
  const encoded = body === undefined ? undefined : encodeBody(body)
  return lines(
    'require "net/http"',
    '',
    `uri = URI(${quoteRuby(url)})`,
    `request = Net::HTTPGenericRequest.new(${quoteRuby(method)}, ${encoded !== undefined}, ${method !== 'HEAD'}, uri)`,
    ...withContentType(headers, body).map(
      ([name, value]) => `request[${quoteRuby(name)}] = ${quoteRuby(value)}`,
    ),
    ...(encoded === undefined ? [] : [`request.body = ${toHeredoc(body) ?? quoteRuby(encoded.text)}`]),
    'response = Net::HTTP.start(uri.host, uri.port, use_ssl: uri.scheme == "https") do |http|',
    '  http.request(request)',
    'end',
    'response.value # raises where the status is an error',
    ...responseHeaders.map((name) => `puts response[${quoteRuby(name)}]`),
    'puts response.body',
  )
}

/** A long JSON body as a heredoc without interpolation. */
function toHeredoc(body: WrittenBody | undefined): string | undefined {
  const json = toLongJson(body)
  return json === undefined ? undefined : `<<~'JSON'\n${indent(json, 2)}\nJSON`
}

/** A JSON body on several lines; undefined for any other body, or one with variables. */
function toLongJson(body: WrittenBody | undefined): string | undefined {
  if (body?.kind !== 'json' || typeof body.value !== 'object' || hasVariables(body.value)) return undefined
  return writeJson(body.value).length < 60 ? undefined : writeJson(body.value, 2)
}

function indent(text: string, columns: number): string {
  return text.replaceAll(/^/gm, ' '.repeat(columns))
}

function readsEnvironment({ url, headers, body }: SampleRequest): boolean {
  return hasVariables([url, ...headers.flat(), body === undefined ? '' : encodeBody(body).text])
}

function withContentType(headers: readonly Pair[], body: WrittenBody | undefined): readonly Pair[] {
  return body === undefined ? headers : [...headers, ['Content-Type', encodeBody(body).contentType]]
}

/** The headers for a library that sends no `User-Agent` by itself. */
function withUserAgent({ headers, userAgent }: SampleRequest): readonly Pair[] {
  const isThere = headers.some(([name]) => name.toLowerCase() === 'user-agent')
  return userAgent === undefined || isThere ? headers : [...headers, ['User-Agent', userAgent]]
}

function lines(...parts: readonly string[]): string {
  return `${parts.join('\n')}\n`
}
