import { describe, expect, it } from 'vitest'
import { type JsonObject, nodeAt, toObject, toText } from '../src/documents/json.ts'
import { withSamples } from '../src/samples/with-samples.ts'

type Operation = Readonly<Record<string, unknown>>

/** Returns a document with one operation. */
const documentOf = (operation: Operation, method = 'post', more: JsonObject = {}): JsonObject => ({
  openapi: '3.1.1',
  info: { title: 'Orchard', version: '1' },
  servers: [{ url: 'https://orchard.example' }],
  paths: {
    '/trees': { [method]: { responses: { 200: { description: 'OK' } }, ...operation } as JsonObject },
  },
  ...more,
})

const bodyOf = (type: string, media: JsonObject): Operation => ({
  requestBody: { required: true, content: { [type]: media } },
})

function sampleOf(document: JsonObject, label = 'curl', pointer = '/paths/~1trees/post'): string {
  const samples = nodeAt(withSamples(document), `${pointer}/x-codeSamples`)
  const sample = Array.isArray(samples) ? samples.find((one) => nodeAt(one, '/label') === label) : undefined
  return toText(toObject(sample)['source'])
}

/** Returns the curl arguments for a body. */
const dataOf = (type: string, media: JsonObject): readonly string[] =>
  sampleOf(documentOf(bodyOf(type, media)))
    .split(' \\\n  ')
    .slice(1)
    .map((line) => line.trim())
    .filter((line) => !line.startsWith('-H'))

const json = (schema: JsonObject): readonly string[] => dataOf('application/json', { schema })
const text: JsonObject = { type: 'string' }
const name: JsonObject = { type: 'string', example: 'Bramley' }
const object = (properties: JsonObject, ...required: string[]): JsonObject => ({
  type: 'object',
  properties,
  required,
})

describe('the body of a sample', () => {
  it('keeps the examples of properties', () => {
    expect(json(object({ name, note: text, when: text }, 'name', 'note'))).toStrictEqual([
      `--data-raw '{"name":"Bramley","note":"text"}'`,
    ])
    const tags = { type: 'array', items: { type: 'string', example: 'tart' } }
    expect(json(object({ name, tags }, 'name', 'tags'))).toStrictEqual([
      `--data-raw '{"name":"Bramley","tags":["tart"]}'`,
    ])
    const height = { type: 'number', examples: [12.5] }
    expect(json({ allOf: [object({ name }, 'name'), object({ height }, 'height')] })).toStrictEqual([
      `--data-raw '{"name":"Bramley","height":12.5}'`,
    ])
  })

  it('writes a form by its encoding', () => {
    const media = {
      schema: object({ o: { type: 'object' }, l: { type: 'array', items: text }, j: { type: 'object' } }),
      encoding: {
        o: { style: 'deepObject', explode: true },
        l: { style: 'form', explode: false },
        j: { contentType: 'application/json' },
      },
      example: { o: { k: 'v' }, l: ['a', 'b'], j: { z: 1 } },
    }
    const form = 'o%5Bk%5D=v&l=a,b&j=%7B%22z%22%3A1%7D'
    expect(dataOf('application/x-www-form-urlencoded', media)).toStrictEqual([`--data-raw '${form}'`])
    const document = documentOf(bodyOf('application/x-www-form-urlencoded', media))
    expect(sampleOf(document, 'fetch')).toContain(`body: '${form}'`)
    const plain = documentOf(bodyOf('application/x-www-form-urlencoded', { example: { a: 'b c' } }))
    expect(sampleOf(plain, 'fetch')).toContain("body: new URLSearchParams([['a', 'b c']])")
    const empty = documentOf(bodyOf('application/x-www-form-urlencoded', { example: {} }))
    expect(sampleOf(empty, 'fetch')).toContain("body: ''")
  })

  it('has a part for each item of an array', () => {
    const file = { type: 'string', format: 'binary' }
    const schema = object(
      { files: { type: 'array', items: file }, tags: { type: 'array', items: text } },
      'files',
    )
    expect(
      dataOf('multipart/form-data', { schema, example: { files: ['', ''], tags: ['red', 'green'] } }),
    ).toStrictEqual([
      "-F 'files=@files.bin;type=application/octet-stream'",
      "-F 'files=@files.bin;type=application/octet-stream'",
      "--form-string 'tags=red'",
      "--form-string 'tags=green'",
    ])
    expect(dataOf('multipart/form-data', { schema })).toHaveLength(1)
  })

  it.each<[string, JsonObject, JsonObject]>([
    ['by its format', { type: 'string', format: 'binary' }, { image: { contentType: 'image/png' } }],
    ['by its schema', { type: 'string', contentMediaType: 'image/png' }, {}],
    ['by its encoding alone', {}, { image: { contentType: 'image/png, image/jpeg' } }],
  ])('names the file of a part that is one %s', (_title, image, encoding) => {
    const media = { schema: object({ image }, 'image'), encoding }
    expect(dataOf('multipart/form-data', media)).toStrictEqual(["-F 'image=@image.png;type=image/png'"])
  })

  it.each([
    ['curl', "--data-binary '@body.png'"],
    ['fetch', "body: 'contents of body.png'"],
    ['Python', 'data=open("body.png", "rb")'],
    ['Go', 'strings.NewReader("contents of body.png")'],
  ])('is a file for a media type of bytes in %s', (label, sent) => {
    const sample = sampleOf(documentOf(bodyOf('image/png', {})), label)
    expect(sample).toContain(sent)
    expect(sample).toMatch(/Content-Type["']?[:,] ["']?image\/png/)
  })

  it('is the example of a media type of bytes or XML', () => {
    const data = [`--data-raw '<tree/>'`]
    expect(dataOf('application/xml', { example: '<tree/>' })).toStrictEqual(data)
    expect(dataOf('application/octet-stream', { example: '<tree/>' })).toStrictEqual(data)
  })

  it('keeps whole numbers exact', () => {
    const id = 9007199254740993n
    const document = documentOf(bodyOf('application/json', { example: { id } }))
    expect(sampleOf(document)).toContain(`--data-raw '{"id":9007199254740993}'`)
    expect(sampleOf(document, 'fetch')).toContain(`body: '{"id":9007199254740993}'`)
    expect(sampleOf(document, 'Python')).toContain('json={"id": 9007199254740993}')
    expect(sampleOf(document, 'Ruby')).toContain('9007199254740993')
  })

  it('is not sent by a GET', () => {
    const document = documentOf(bodyOf('application/json', { example: {} }), 'get')
    expect(sampleOf(document, 'curl', '/paths/~1trees/get')).toBe(
      "curl --fail-with-body 'https://orchard.example/trees'\n",
    )
  })
})

/** Returns the path and query of a GET with these parameters. */
const urlOf = (parameters: readonly JsonObject[], path = '/trees'): string => {
  const get = { parameters: [...parameters], responses: { 200: { description: 'OK' } } }
  const document = documentOf({}, 'get', { paths: { [path]: { get } } })
  const sample = sampleOf(document, 'curl', `/paths/${path.replaceAll('/', '~1')}/get`)
  return /'([^']+)'/.exec(sample)?.[1]?.replace('https://orchard.example', '') ?? sample
}
const query = (more: JsonObject): JsonObject => ({ name: 'q', in: 'query', required: true, ...more })

describe('the parameters of a sample', () => {
  it('leave delimiters as they are', () => {
    const schema = { type: 'array', items: text }
    expect(urlOf([query({ explode: false, schema, example: ['a,b', 'c'] })])).toBe('/trees?q=a%2Cb,c')
    expect(urlOf([query({ allowReserved: true, schema: text, example: '/a/b?c' })])).toBe('/trees?q=/a/b?c')
    const content = { 'application/json': { schema: {}, example: { a: [1] } } }
    expect(urlOf([query({ content })])).toBe('/trees?q=%7B%22a%22%3A%5B1%5D%7D')
  })

  it.each([
    ['a plain value', { schema: text }, '/trees/text'],
    ['a valid value', { schema: { type: 'string', maxLength: 5000 } }, '/trees/text'],
    ['its name where the example is empty', { schema: text, example: '' }, '/trees/id'],
    ['its example, readable', { schema: text, example: 'a@b:c' }, '/trees/a@b:c'],
  ])('fill a path by %s', (_title, more, url) => {
    expect(urlOf([{ name: 'id', in: 'path', required: true, ...more }], '/trees/{id}')).toBe(url)
  })

  it('fill a path by what it does not declare', () => {
    expect(urlOf([], '/trees/{id}')).toBe('/trees/text')
  })
})

describe('the samples of a document', () => {
  it('of Swagger 2.0 have its host, its base path and its bodies', () => {
    const document: JsonObject = {
      swagger: '2.0',
      info: { title: 'Orchard', version: '1' },
      host: 'orchard.example',
      basePath: '/v1',
      schemes: ['https'],
      consumes: ['application/json'],
      paths: {
        '/trees': {
          post: {
            parameters: [{ in: 'body', name: 'b', required: true, schema: { $ref: '#/definitions/Tree' } }],
            responses: { 201: { description: 'OK' } },
          },
        },
      },
      definitions: { Tree: object({ id: { type: 'string', readOnly: true }, name }, 'name') },
    }
    const sample = sampleOf(document)
    expect(sample).toContain("'https://orchard.example/v1/trees'")
    expect(sample).toContain(`--data-raw '{"name":"Bramley"}'`)
    expect(toText(withSamples(document)['swagger'])).toBe('2.0')
  })

  it('has those of QUERY and of any other method, and of referred path items', () => {
    const responses = { 200: { description: 'OK' } }
    const document: JsonObject = {
      openapi: '3.2.0',
      info: { title: 'Orchard', version: '1' },
      paths: {
        '/trees': { query: { responses }, additionalOperations: { COPY: { responses } } },
        '/shared': { $ref: '#/components/pathItems/Shared' },
      },
      components: { pathItems: { Shared: { get: { responses } } } },
    }
    expect(sampleOf(document, 'curl', '/paths/~1trees/query')).toContain('-X QUERY')
    expect(sampleOf(document, 'curl', '/paths/~1trees/additionalOperations/COPY')).toContain('-X COPY')
    expect(sampleOf(document, 'curl', '/components/pathItems/Shared/get')).toContain('/shared')
  })

  it('leave out what cannot be read or written, and name it', () => {
    const skipped: string[] = []
    const xml = bodyOf('application/xml', { schema: object({ name }, 'name') })
    const document = documentOf(xml, 'post', {})
    const paths = {
      ...toObject(document['paths']),
      '/lost': { get: { parameters: [{ $ref: '#/components/parameters/Lost' }], responses: {} } },
      '/nothing': { post: { ...bodyOf('application/json', { schema: false }), responses: {} } },
      '/found': { get: { responses: {} } },
    }
    const sampled = withSamples(
      { ...document, paths },
      { onSkipped: (sentence) => void skipped.push(sentence) },
    )
    expect(skipped).toStrictEqual([
      'POST /trees has no samples: There is no rule that writes such a value as application/xml.',
      'POST /nothing has no samples: No value was found that the schema of its body accepts.',
      expect.stringMatching(/^GET \/lost has no samples: The reference #\/components\/parameters\/Lost at /),
    ])
    expect(nodeAt(sampled, '/paths/~1trees/post/x-codeSamples')).toBeUndefined()
    expect(nodeAt(sampled, '/paths/~1found/get/x-codeSamples')).toHaveLength(8)
  })

  it('are none for what is no document of OpenAPI', () => {
    expect(() => withSamples({ paths: {} })).toThrow('The document has no `openapi` field')
  })
})

describe('the header User-Agent', () => {
  const userAgent = { in: 'header', name: 'User-Agent', schema: { type: 'string' }, example: 'orchard/1.0' }
  const document = documentOf({ parameters: [userAgent] })

  it.each([
    ['C#', 'request.Headers.TryAddWithoutValidation("User-Agent", "orchard/1.0");'],
    ['PHP', "'User-Agent: orchard/1.0',"],
  ])('is set in %s, whose library sends none', (label, line) => {
    expect(sampleOf(document, label)).toContain(line)
    expect(sampleOf(documentOf({}), label)).not.toContain('User-Agent')
  })

  it.each(['curl', 'fetch', 'Python', 'Go', 'Java', 'Ruby'])('is left to the library in %s', (label) => {
    expect(sampleOf(document, label)).not.toContain('User-Agent')
  })
})

describe('the response of a sample', () => {
  it('is printed with all that is nested in it by fetch', () => {
    const content = { 'application/json': { schema: object({ name }) } }
    const document = documentOf({ responses: { 200: { description: 'OK', content } } })
    expect(sampleOf(document, 'fetch')).toContain('console.dir(await response.json(), { depth: null })')
  })
})
