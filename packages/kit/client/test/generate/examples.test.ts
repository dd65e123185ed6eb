import { describe, expect, it } from 'vitest'
import { generateClient, generateExamples, type GenerateOptions } from '../../generate/index.ts'
import { compile } from './compile.ts'
import { declarationOf, documentOf, json, operation } from './tiny-document.ts'

const Thing = { type: 'object', required: ['a'], properties: { a: { type: 'string' } } }
const ref = { $ref: '#/components/schemas/Thing' }
const body = (media: object, contentType = 'application/json') => ({ content: { [contentType]: media } })

function documentWith(responses: object) {
  return documentOf({ '/thing': { get: operation('readThing', { ...responses }) } }, { Thing })
}

/** Returns the examples of the operation, on one line. */
function examplesOf(responses: object, options?: GenerateOptions): string {
  const text = generateExamples(documentWith(responses), options)
  const [, examples = ''] = text.replaceAll(/\s+/g, ' ').replaceAll(', }', ' }').split(' examples: { ')
  return examples.replace(/ \} \} \} $/, '')
}

const shown = (status: number, data: string, headers = '{}') =>
  `status${status}: { status: ${status}, headers: ${headers}, body: ${data} }`
const typed = (type: string, data: string) => shown(200, data, `{ 'content-type': '${type}' }`)

describe('generateExamples', () => {
  it('writes the named examples of each status', () => {
    const examples = { one: { value: { a: 'x' } }, two: { value: { a: 'y' } } }
    expect(
      examplesOf({ 200: body({ schema: ref, examples }), 404: body({ examples: { none: { value: 1 } } }) }),
    ).toBe(
      "one: { status: 200, headers: {}, body: { a: 'x' } }, " +
        "two: { status: 200, headers: {}, body: { a: 'y' } }, " +
        'none: { status: 404, headers: {}, body: 1 }',
    )
  })

  it.each([
    ['one example without a name', { 200: body({ example: 1 }) }, shown(200, '1')],
    ['an example of the schema', { 200: body({ schema: { examples: [2] } }) }, shown(200, '2')],
    ['a response without a body', { 204: {} }, shown(204, 'undefined')],
    ['a range', { '2XX': {}, '4XX': {} }, `${shown(200, 'undefined')}, ${shown(400, 'undefined')}`],
    [
      'the default of errors',
      { 204: {}, default: {} },
      `${shown(204, 'undefined')}, ${shown(500, 'undefined')}`,
    ],
    ['the default of successes', { default: {} }, shown(200, 'undefined')],
    ['text', { 200: body({ example: 'a,b' }, 'text/csv') }, typed('text/csv', "'a,b'")],
    ['bytes without an example', { 200: body({}, 'image/png') }, typed('image/png', "''")],
    [
      'JSON of another type',
      { 200: body({ example: 1 }, 'application/hal+json') },
      typed('application/hal+json', '1'),
    ],
  ])('writes %s', (_, responses, expected) => {
    expect(examplesOf(responses)).toBe(expected)
  })

  it('adds the status to a name that is there twice', () => {
    const same = body({ examples: { same: { value: 1 } } })
    expect(examplesOf({ 200: same, 404: same })).toMatch(/same_200: .*, same_404: /)
  })

  it('writes the required headers by their examples', () => {
    const headers = {
      'X-Total': { required: true, schema: { type: 'integer' }, example: 3 },
      'X-Kind': { required: true, schema: { enum: ['a', 'b'] } },
      ETag: { example: 'w1' },
    }
    expect(examplesOf({ 200: { headers, ...body({ example: 1 }) } })).toContain(
      "headers: { 'x-total': '3', 'x-kind': 'a' }",
    )
  })

  it('names the reason of an error after its example', () => {
    const headers = { 'X-Reason': { required: true, example: 'gone' } }
    const examples = { gone: { value: 1 }, never: { value: 2 } }
    const written = examplesOf(
      { 204: {}, 404: { headers, ...body({ examples }) } },
      { errorCodeHeader: 'x-reason' },
    )
    expect(written).toContain("gone: { status: 404, headers: { 'x-reason': 'gone' }, body: 1 }")
    expect(written).toContain("never: { status: 404, headers: { 'x-reason': 'never' }, body: 2 }")
  })

  it('tells which responses have no example', () => {
    const text = generateExamples(documentWith({ 200: json(ref), 404: json(ref) }))
    expect(text).toContain('The document has no example of these: readThing 200, readThing 404.')
    expect(declarationOf(text, 'ExampleStatuses')).toContain('readThing: {}')
  })

  it('writes a module in which a wrong example does not compile', () => {
    const options = { clientModule: './things.ts' }
    const [right, wrong] = [{ a: 'x' }, { a: 1 }].map((example) =>
      documentWith({
        200: body({ schema: ref, example }),
        404: json({ type: 'object', properties: { b: ref } }),
      }),
    )
    const complaints = compile({
      'things.ts': generateClient(right).text,
      'right.ts': generateExamples(right, options),
      'wrong.ts': generateExamples(wrong, options),
      'taken.ts': generateExamples(wrong, { ...options, skipUnsupported: true }),
    })
    expect(complaints).toMatch(/\bwrong\.ts.*Type 'number' is not assignable to type 'string'/)
    expect(complaints).not.toMatch(/right\.ts|taken\.ts/)
  })
})
