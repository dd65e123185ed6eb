import { describe, expect, it } from 'vitest'
import { type ContractDocument, resolve } from './contract-document.ts'
import { readErrorTable } from './read-error-table.ts'
import { renderErrors } from './render-errors.ts'
import { renderHeaders } from './render-headers.ts'
import { renderMethods } from './render-methods.ts'
import { renderOperations } from './render-operations.ts'
import { sampleDocument } from './sample-document.fixture.ts'
import { toDocComment } from './to-doc-comment.ts'

/** The sample with one parameter, a list called `ids` unless said otherwise. */
function withIds(ids: object): ContractDocument {
  const parameters = [{ name: 'ids', in: 'query', schema: { type: 'array' }, ...ids }]
  const get = { ...sampleDocument.paths['/carts/{cartId}']!.get!, parameters }
  return { ...sampleDocument, paths: { '/carts': { get } } }
}

describe('renderOperations', () => {
  it('makes a row of each operation', () => {
    const text = renderOperations(sampleDocument)
    expect(text).toContain('getCart: ["GET","/carts/{cartId}",1],')
    expect(text).toContain('buy: ["POST","/orders",2,{"action":"buy"},{"kind":"short","limit":null}],')
  })

  it('knows lists in a query', () => {
    expect(renderOperations(withIds({}))).toContain('getCart: ["GET","/carts",1,null,{"ids":null}],')
    expect(renderOperations(withIds({ style: 'form', explode: true }))).toContain('{"ids":null}')
  })

  it.each([
    ['is an object in a query', { schema: { type: 'object' } }],
    ['is an array that is not exploded', { explode: false }],
    ['has the style pipeDelimited', { style: 'pipeDelimited' }],
    ['is an array in a path', { in: 'path' }],
    ['is an object in a path', { in: 'path', schema: { type: 'object' } }],
    ['has the style matrix', { in: 'path', style: 'matrix', schema: { type: 'string' } }],
  ])('refuses a parameter that %s', (fault, ids) => {
    expect(() => renderOperations(withIds(ids))).toThrow(`getCart: ids ${fault}`)
  })
})

describe('renderMethods', () => {
  const text = renderMethods(sampleDocument, {
    interfaceName: 'Methods',
    subject: 'All of them.',
    input: 'In',
    data: 'Data',
    answer: 'Answer',
    module: 'in.ts',
  })

  it('types each method by its operationId', () => {
    expect(text).toContain(
      "getCart(input: In<'getCart'>, options?: CallOptions): ClientCall<Data<'getCart'>, Answer<'getCart'>>",
    )
  })

  it('lets an input without a choice be left out', () => {
    expect(text).toContain("buy(input?: In<'buy'>, options?: CheckoutOptions)")
  })

  it('takes over the contract’s words and section', () => {
    expect(text).toContain('   * Get a cart.\n   *\n   * Shows *\\/ the cart.\n   *\n')
    expect(text).toContain('`GET /carts/{cartId}`. Section 4.4 of the specification.')
    expect(text).toContain('`POST /orders`. An extension')
  })
})

describe('renderHeaders', () => {
  const text = renderHeaders(sampleDocument, { answers: 'Answers', errors: 'Errors', table: 'table' })

  it('tells what is always there', () => {
    expect(text).toContain("readonly 'x-count': number")
    expect(text).toContain("readonly 'authorization'?: string")
  })

  it('promises nothing of errors, least of all a token', () => {
    const errors = text.slice(text.indexOf('interface Errors'), text.indexOf('const table'))
    expect(errors).toContain('readonly \'x-retry\'?: "soon"')
    expect(errors).not.toContain('authorization')
  })

  it('knows the integers at run time', () => {
    expect(text).toContain("  'authorization': 0,\n  'x-count': 1,\n")
  })
})

describe('renderErrors', () => {
  const document = structuredClone(sampleDocument)
  const text = renderErrors(document)

  it('reads the codes from the table', () => {
    expect(text).toContain('  cart_not_found: 404\n  internal_error: 503\n  token_expired: 400\n')
  })

  it('reads an operation’s codes from its examples', () => {
    expect(text).toContain("  getCart: {\n    404: 'cart_not_found'\n    503: 'internal_error'\n  }")
  })

  it('knows how a token is refused', () => {
    expect(text).toContain("export const tokenRefusal = 'no token'")
  })

  it('refuses a contract that does not say so', () => {
    const info = { description: 'Nothing.' }
    expect(() => renderErrors({ ...sampleDocument, info })).toThrow('expired token')
  })
})

describe('readErrorTable', () => {
  it('reads each line of the table', () => {
    expect(readErrorTable(sampleDocument)[0]).toEqual({
      status: 400,
      codes: ['token_missing', 'token_expired'],
      message: 'no token',
    })
    expect(readErrorTable(sampleDocument)).toHaveLength(3)
  })
})

describe('resolve', () => {
  it('refuses a reference that leads nowhere', () => {
    expect(() => resolve(sampleDocument, { $ref: '#/components/schemas/None' })).toThrow('leads nowhere')
  })
})

describe('toDocComment', () => {
  it('wraps long paragraphs', () => {
    const lines = toDocComment(['word '.repeat(60).trim(), 'end'], '  ').split('\n')
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(110)
    expect(lines.slice(-3)).toEqual(['   *', '   * end', '   */'])
  })
})
