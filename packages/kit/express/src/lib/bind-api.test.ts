import { describe, expect, it } from 'vitest'
import { readContract } from './api-contract.ts'
import { bindApi, type BoundApi } from './bind-api.ts'
import { bindOperations } from './bind-operations.ts'
import { bookshopDocument, bookshopHandlers } from './bookshop.fixture.ts'
import { notFound } from './failures.ts'

const bind = (handlers: typeof bookshopHandlers): BoundApi =>
  bindApi({ contract: readContract(bookshopDocument), handlers, malformedPathParameter: () => notFound })

const burnBook = async (): Promise<{ status: number; body: null }> => ({ status: 200, body: null })

describe('bindApi', () => {
  it('refuses an operation without a handler', () => {
    const { ping: _, getBook: __, ...rest } = bookshopHandlers
    expect(() => bind(rest)).toThrow('These operations have no handler: getBook, ping')
  })
  it('refuses a handler without an operation', () => {
    expect(() => bind({ ...bookshopHandlers, burnBook })).toThrow(
      'These handlers have no operation in the document: burnBook',
    )
  })
  it('refuses an operationId used twice', () => {
    const get = { operationId: 'ping', responses: {} }
    const document = { ...bookshopDocument, paths: { ...bookshopDocument.paths, '/again': { get } } }
    expect(() =>
      bindApi({
        contract: readContract(document),
        handlers: bookshopHandlers,
        malformedPathParameter: () => notFound,
      }),
    ).toThrow('The document uses these operationIds twice: ping')
  })
  it('leaves the document as it was', async () => {
    const before = JSON.stringify(bookshopDocument)
    await bind(bookshopHandlers).ready()
    expect(JSON.stringify(bookshopDocument)).toBe(before)
  })
})

describe('bindOperations', () => {
  it('hands every handler its context', async () => {
    const table = {
      ping: async (_input: never, context: { n: number }) => ({ status: 200, body: context.n }),
    }
    const handlers = bindOperations<{ n: number }, object>(table, { n: 7 })
    const facts = {
      requestId: 'r',
      method: 'GET',
      path: '/',
      ip: '',
      operationId: 'ping',
      header: () => undefined,
    }
    const input = { path: {}, query: {}, headers: {}, body: undefined, caller: {}, request: facts }
    expect(await handlers['ping']?.(input)).toEqual({ status: 200, body: 7 })
  })
})
