import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { type JsonObject, nodeAt, toObject, toText } from '../src/documents/json.ts'
import { withSamples } from '../src/samples/with-samples.ts'
import { hostileShed } from './hostile-shed.ts'

const sampled = withSamples(hostileShed)

function sampleOf(label: string, pointer: string, document: JsonObject = sampled): string {
  const samples = nodeAt(document, `${pointer}/x-codeSamples`)
  const sample = Array.isArray(samples) ? samples.find((one) => nodeAt(one, '/label') === label) : undefined
  return toText(toObject(sample)['source'])
}

// The hostile text in each language, escaped by hand.
const cStyle =
  String.raw`"'\"` +
  '`' +
  String.raw`$HOME ${'$'}{x} $(id) #{y} #@z \\n \\ %s {0}\nline\ttab ü 日本 🪚 </script> ; & @file"`
const ruby = cStyle.replace('#{y}', String.raw`\#{y}`).replace('#@z', String.raw`\#@z`)
const php =
  String.raw`'\'"` +
  '`' +
  String.raw`$HOME ${'$'}{x} $(id) #{y} #@z \\n \\ %s {0}` +
  "\nline\ttab ü 日本 🪚 </script> ; & @file'"

const url =
  'http://127.0.0.1:9/api/tools/o%27hara%2F7%20%C3%BC?tag=a%20b&tag=c%26d&filter%5Bsize%5D=big&filter%5Bmax-age%5D=3&ids=1,2'

describe.each([
  ['Python', `data=${cStyle}.encode()`, `"X-Note": "it's \\"$5\\" \\\\ #{n}"`, '"DELETE"'],
  [
    'Go',
    `strings.NewReader(${cStyle})`,
    `Set("X-Note", "it's \\"$5\\" \\\\ #{n}")`,
    'http.NewRequest("DELETE"',
  ],
  [
    'Java',
    `BodyPublishers.ofString(${cStyle})`,
    `.header("X-Note", "it's \\"$5\\" \\\\ #{n}")`,
    '.method("DELETE", BodyPublishers.noBody())',
  ],
  [
    'C#',
    `new StringContent(${cStyle});`,
    `("X-Note", "it's \\"$5\\" \\\\ #{n}");`,
    'new HttpMethod("DELETE")',
  ],
  [
    'PHP',
    `CURLOPT_POSTFIELDS => ${php},`,
    `'X-Note: it\\'s "$5" \\\\ #{n}',`,
    "CURLOPT_CUSTOMREQUEST => 'DELETE',",
  ],
  [
    'Ruby',
    `request.body = ${ruby}\n`,
    `request["X-Note"] = "it's \\"$5\\" \\\\ \\#{n}"`,
    'HTTPGenericRequest.new("DELETE", false, true, uri)',
  ],
])('samples in %s', (label, text, header, method) => {
  it('quote a text so that it is text alone', () => {
    expect(sampleOf(label, '#/paths/~1notes/post')).toContain(text)
  })

  it('quote headers and the whole URL', () => {
    const source = sampleOf(label, '#/paths/~1tools~1{tool-id}/get')
    expect(source).toContain(header)
    expect(source).toContain(url)
    expect(source).toContain('shelf=left%3Bright')
    expect(source).toContain('Bearer YOUR_TOKEN')
  })

  it('name the method, and send no body without need', () => {
    const source = sampleOf(label, '#/paths/~1tools~1{tool-id}/delete')
    expect(source).toContain(method)
    expect(source).not.toMatch(/Content-Type|Authorization/)
  })

  it('encode forms, and put a file into multipart', () => {
    const form = sampleOf(label, '#/paths/~1forms/post')
    expect(form).toContain('a%20b=%27%22%60%24HOME')
    expect(form).toContain('application/x-www-form-urlencoded')
    expect(form).toContain('?badge=YOUR_API_KEY')
    expect(sampleOf(label, '#/paths/~1photos/post')).toMatch(/"photo\.png\\?"|"photo\.png"/)
  })
})

describe('samples in Python', () => {
  it('write JSON as a literal of Python', () => {
    const source = sampleOf('Python', '#/paths/~1tools~1{tool-id}/put')
    expect(source).toContain(`"note": ${cStyle},\n`)
    expect(source).toContain('"kebab-key": [1.5, True, None],\n')
  })

  it.each([
    ['application/json', null, 'data="null".encode()'],
    ['application/merge-patch+json', {}, 'json={}'],
  ])('send the content type %s', (type, example, body) => {
    const patch = { requestBody: { content: { [type]: { example } } }, responses: {} }
    const document: JsonObject = { openapi: '3.1.1', paths: { '/a': { patch } } }
    const source = sampleOf('Python', '#/paths/~1a/patch', withSamples(document))
    expect(source).toContain(body)
    expect(source).toContain(`"Content-Type": "${type}"`)
  })

  it('open the file of a multipart body', () => {
    const source = sampleOf('Python', '#/paths/~1photos/post')
    expect(source).toContain('("photo", ("photo.png", open("photo.png", "rb"), "image/png")),')
    expect(source).toContain(`("note", (None, ${cStyle})),`)
  })
})

describe('samples of the client', () => {
  const shelves: JsonObject = parse(`openapi: 3.1.1
info: { title: Shelves, version: 1.0.0 }
servers: [{ url: 'http://127.0.0.1:9' }]
security: [{ card: [] }]
components:
  securitySchemes: { card: { type: http, scheme: bearer } }
  schemas: { Shelf: { type: object, required: [shelf], properties: { shelf: { type: string } } } }
paths:
  /shelves/{shelf-id}/books:
    parameters: [{ name: shelf-id, in: path, required: true, schema: { type: integer }, example: 7 }]
    post:
      operationId: add-book
      parameters: [{ name: kind, in: query, required: true, schema: { type: string, enum: [all] } }]
      requestBody:
        required: true
        content:
          application/json:
            schema: { type: object, required: [title], properties: { title: { type: string } } }
            examples: { one: { value: { title: One } }, other: { value: { title: "Nobody's" } } }
      responses:
        200:
          description: The shelf.
          headers: { X-Next: { required: true, schema: { type: string } } }
          content:
            application/json:
              schema: { $ref: '#/components/schemas/Shelf' }
              examples:
                added: { value: { shelf: a }, x-sent: { request: other, path: { shelf-id: 8 } } }
`)
  const post = '#/paths/~1shelves~1{shelf-id}~1books/post'
  const client = {
    module: '@library/client',
    create: 'createLibrary',
    name: 'library',
    sessionOptions: { card: 'demo' },
  }

  it('are a module with a client and one call', () => {
    const document = withSamples(shelves, { client, requestExtension: 'x-sent' })
    expect(sampleOf('TypeScript client', post, document))
      .toBe(`import { createLibrary } from '@library/client'

const library = createLibrary({ baseUrl: 'http://127.0.0.1:9', card: 'demo' })

const { shelf } = await library.addBook({ 'shelf-id': 8, title: "Nobody's" })
`)
  })

  it('give each of two parameters of one name its own member', () => {
    const parameters = ['query', 'path'].map((place) => {
      return {
        name: 'row',
        in: place,
        required: true,
        schema: { type: 'string' },
        example: `in the ${place}`,
      }
    })
    const get = { operationId: 'findRow', parameters, responses: { 204: { description: 'None.' } } }
    const document: JsonObject = { ...shelves, paths: { '/rows/{row}': { get } } }
    const source = sampleOf(
      'TypeScript client',
      '#/paths/~1rows~1{row}/get',
      withSamples(document, { client }),
    )
    expect(source).toContain("library.findRow({ queryRow: 'in the query', row: 'in the path' })")
  })

  it('take the first example where no extension names another', () => {
    const source = sampleOf('fetch', post, withSamples(shelves))
    expect(source).toContain("/shelves/7/books?kind=all'")
    expect(source).toContain("JSON.stringify({ title: 'One' })")
  })

  it('print the headers that are asked for', () => {
    const document = withSamples(shelves, { responseHeaders: ['x-next', 'x-other'] })
    expect(sampleOf('curl', post, document)).toContain('--include')
    const source = sampleOf('fetch', post, document)
    expect(source).toContain("console.log(response.headers.get('x-next'))")
    expect(source).not.toContain('x-other')
  })
})

describe('withSamples', () => {
  it('adds nothing but x-codeSamples', () => {
    const text = JSON.stringify(sampled, (key, value: unknown) =>
      key === 'x-codeSamples' ? undefined : value,
    )
    expect(JSON.parse(text)).toStrictEqual(hostileShed)
  })

  it('gives the same samples each time', () => {
    expect(withSamples(hostileShed)).toStrictEqual(sampled)
  })

  it('keeps samples that are there', () => {
    const own = [{ lang: 'COBOL', label: 'COBOL', source: 'STOP RUN.' }]
    const get = { 'x-codeSamples': own, responses: {} }
    const document: JsonObject = { openapi: '3.1.1', paths: { '/a': { get } } }
    expect(withSamples(document)).toStrictEqual(document)
  })

  it.each([
    [{ languages: ['cobol'] }, 'There are no samples in "cobol"'],
    [{ languages: ['client'] }, 'Samples of the client need'],
  ])('rejects %j', (options, message) => {
    expect(() => withSamples(hostileShed, options)).toThrow(message)
  })
})
