import { pythonSyntax, quoteDouble, quotePhp, quoteRuby, toLiteral } from './literals.ts'
import { encodeBody, type SampleBody } from './sample-body.ts'
import type { SampleRequest } from './sample-request.ts'
import type { Pair } from './serialize-parameter.ts'

/** Python with `requests`. */
export function pythonSample({ method, url, headers, body }: SampleRequest): string {
  const sent = body === undefined || setsContentType(body) ? headers : withContentType(headers, body)
  const options = [
    `    ${quoteDouble(method)},`,
    `    ${quoteDouble(url)},`,
    ...(sent.length === 0
      ? []
      : [`    headers=${toLiteral(Object.fromEntries(sent), pythonSyntax, '    ', 12)},`]),
    ...(body === undefined ? [] : pythonBody(body).map((line) => `    ${line},`)),
  ]
  return lines(
    'import requests',
    '',
    'response = requests.request(',
    ...options,
    ')',
    'response.raise_for_status()',
    'print(response.text)',
  )
}

/** Whether `requests` sets the content type by itself. It takes `json=None` for no body at all. */
function setsContentType(body: SampleBody): boolean {
  if (body.kind === 'multipart') return true
  return body.kind === 'json' && body.value !== null && body.mediaType === 'application/json'
}

function pythonBody(body: SampleBody): readonly string[] {
  if (body.kind === 'json' && body.value !== null) {
    return [`json=${toLiteral(body.value, pythonSyntax, '    ', 9)}`]
  }
  if (body.kind === 'multipart') {
    const parts = body.parts.map(({ name, value, fileName, mediaType }) => {
      const file = [
        fileName === undefined ? 'None' : quoteDouble(fileName),
        fileName === undefined ? quoteDouble(value) : `open(${quoteDouble(fileName)}, "rb")`,
        ...(mediaType === undefined ? [] : [quoteDouble(mediaType)]),
      ]
      return `        (${quoteDouble(name)}, (${file.join(', ')})),\n`
    })
    return [`files=[\n${parts.join('')}    ]`]
  }
  return [`data=${quoteDouble(encodeBody(body).text)}.encode()`]
}

/** Go with `net/http`. */
export function goSample({ method, url, headers, body }: SampleRequest): string {
  const payload = body === undefined ? 'nil' : `strings.NewReader(${quoteDouble(encodeBody(body).text)})`
  const imports = ['fmt', 'io', 'log', 'net/http', ...(body === undefined ? [] : ['strings'])]
  return lines(
    'package main',
    '',
    'import (',
    ...imports.map((name) => `\t"${name}"`),
    ')',
    '',
    'func main() {',
    `\trequest, err := http.NewRequest(${quoteDouble(method)}, ${quoteDouble(url)}, ${payload})`,
    '\tif err != nil {',
    '\t\tlog.Fatal(err)',
    '\t}',
    ...withContentType(headers, body).map(
      ([name, value]) => `\trequest.Header.Set(${quoteDouble(name)}, ${quoteDouble(value)})`,
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
    '\tfmt.Println(string(text))',
    '}',
  )
}

/** Java with `java.net.http`, as a file that `java Sample.java` runs. */
export function javaSample({ method, url, headers, body }: SampleRequest): string {
  const publisher =
    body === undefined
      ? 'BodyPublishers.noBody()'
      : `BodyPublishers.ofString(${quoteDouble(encodeBody(body).text)})`
  return lines(
    'import java.net.URI;',
    'import java.net.http.*;',
    'import java.net.http.HttpRequest.BodyPublishers;',
    'import java.net.http.HttpResponse.BodyHandlers;',
    '',
    'class Sample {',
    '  public static void main(String[] args) throws Exception {',
    `    var request = HttpRequest.newBuilder(URI.create(${quoteDouble(url)}))`,
    `        .method(${quoteDouble(method)}, ${publisher})`,
    ...withContentType(headers, body).map(
      ([name, value]) => `        .header(${quoteDouble(name)}, ${quoteDouble(value)})`,
    ),
    '        .build();',
    '    var response = HttpClient.newHttpClient().send(request, BodyHandlers.ofString());',
    '    if (response.statusCode() >= 400)',
    '      throw new Exception(response.statusCode() + " " + response.body());',
    '    System.out.println(response.body());',
    '  }',
    '}',
  )
}

/** C# with `HttpClient`. */
export function csharpSample({ method, url, headers, body }: SampleRequest): string {
  const encoded = body === undefined ? undefined : encodeBody(body)
  const content =
    encoded === undefined
      ? []
      : [
          `request.Content = new StringContent(${quoteDouble(encoded.text)});`,
          `request.Content.Headers.ContentType = MediaTypeHeaderValue.Parse(${quoteDouble(encoded.contentType)});`,
        ]
  return lines(
    ...(encoded === undefined ? [] : ['using System.Net.Http.Headers;', '']),
    // The handler replaces cookies of our own unless it keeps none.
    headers.some(([name]) => name === 'Cookie')
      ? 'using var client = new HttpClient(new HttpClientHandler { UseCookies = false });'
      : 'using var client = new HttpClient();',
    `using var request = new HttpRequestMessage(new HttpMethod(${quoteDouble(method)}), ${quoteDouble(url)});`,
    ...headers.map(
      ([name, value]) =>
        `request.Headers.TryAddWithoutValidation(${quoteDouble(name)}, ${quoteDouble(value)});`,
    ),
    ...content,
    'using var response = await client.SendAsync(request);',
    'var text = await response.Content.ReadAsStringAsync();',
    'if (!response.IsSuccessStatusCode)',
    '    throw new Exception($"{(int)response.StatusCode} {text}");',
    'Console.WriteLine(text);',
  )
}

/** PHP with its extension curl. */
export function phpSample({ method, url, headers, body }: SampleRequest): string {
  const sent = withContentType(headers, body)
  return lines(
    '<?php',
    '',
    `$curl = curl_init(${quotePhp(url)});`,
    'curl_setopt_array($curl, [',
    ...(method === 'HEAD'
      ? ['    CURLOPT_NOBODY => true,']
      : [`    CURLOPT_CUSTOMREQUEST => ${quotePhp(method)},`]),
    '    CURLOPT_RETURNTRANSFER => true,',
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
function phpBody(body: SampleBody): string {
  const { text } = encodeBody(body)
  if (body.kind !== 'multipart') return quotePhp(text)
  const escaped = text
    .replaceAll(/["\\$]/g, String.raw`\$&`)
    .replaceAll('\r', String.raw`\r`)
    .replaceAll('\n', String.raw`\n`)
  return `"${escaped}"`
}

/** Ruby with `net/http`. */
export function rubySample({ method, url, headers, body }: SampleRequest): string {
  const encoded = body === undefined ? undefined : encodeBody(body)
  return lines(
    'require "net/http"',
    '',
    `uri = URI(${quoteRuby(url)})`,
    `request = Net::HTTPGenericRequest.new(${quoteRuby(method)}, ${encoded !== undefined}, ${method !== 'HEAD'}, uri)`,
    ...withContentType(headers, body).map(
      ([name, value]) => `request[${quoteRuby(name)}] = ${quoteRuby(value)}`,
    ),
    ...(encoded === undefined ? [] : [`request.body = ${quoteRuby(encoded.text)}`]),
    'response = Net::HTTP.start(uri.host, uri.port, use_ssl: uri.scheme == "https") do |http|',
    '  http.request(request)',
    'end',
    'response.value # raises where the status is an error',
    'puts response.body',
  )
}

function withContentType(headers: readonly Pair[], body: SampleBody | undefined): readonly Pair[] {
  return body === undefined ? headers : [...headers, ['Content-Type', encodeBody(body).contentType]]
}

function lines(...parts: readonly string[]): string {
  return `${parts.join('\n')}\n`
}
