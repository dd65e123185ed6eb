import { describe, expect, it } from 'vitest'
import { createRig, type ExchangeDraft } from '../../../test/create-exchange.ts'
import { oneOperation } from '../../../test/one-operation.ts'
import {
  allowHeaderConformance,
  hiddenRoute,
  methodNotAllowedDeclared,
  unsupportedMethod,
} from './methods.ts'

const withPost = { post: { operationId: 'post', responses: { 200: { description: 'ok' } } } }
const exchangeOfAllowHeaderConformance = await createRig(oneOperation({}, { more: withPost }))
const judgeOfAllowHeaderConformance = (allow: string, status = 204, method = 'OPTIONS') =>
  allowHeaderConformance.verify(
    exchangeOfAllowHeaderConformance({ request: { method, target: '/things' }, status, headers: { allow } }),
  )

describe('allowHeaderConformance', () => {
  it.each(['GET, POST', 'OPTIONS,HEAD,POST,GET', '*'])('takes %s', (allow) => {
    expect(judgeOfAllowHeaderConformance(allow)).toEqual([])
  })

  it('accuses what is missing and what is too much', () => {
    expect(judgeOfAllowHeaderConformance('GET, DELETE')).toMatchObject([
      {
        operationId: null,
        pointer: '/paths/~1things',
        message:
          'The 204 response to OPTIONS /things has an Allow header that omits POST and lists the undeclared DELETE.',
      },
    ])
  })

  it('judges 405 of an undeclared method', () => {
    expect(judgeOfAllowHeaderConformance('GET', 405, 'DELETE')).toHaveLength(1)
  })

  it('is silent about other answers', () => {
    expect(judgeOfAllowHeaderConformance('GET', 404)).toEqual([])
    expect(judgeOfAllowHeaderConformance('GET', 200, 'PUT')).toEqual([])
    expect(
      allowHeaderConformance.verify(
        exchangeOfAllowHeaderConformance({ request: { method: 'OPTIONS', target: '/things' }, status: 204 }),
      ),
    ).toEqual([])
  })

  it('is silent about a declared operation that answers 405', () => {
    expect(
      allowHeaderConformance.verify(
        exchangeOfAllowHeaderConformance({ operation: 'act', status: 405, headers: { allow: 'POST' } }),
      ),
    ).toEqual([])
  })
})

const bare = await createRig(oneOperation())
const parameters = [{ name: 'n', in: 'query', schema: { type: 'integer' } }]
const documented = await createRig(
  oneOperation({ parameters, responses: { 405: { description: 'invalid input' } } }),
)

describe('methodNotAllowedDeclared', () => {
  it.each([405, 501])('accuses %i', (status) => {
    expect(methodNotAllowedDeclared.verify(bare({ operation: 'act', status }))).toMatchObject([
      {
        operationId: 'act',
        message: `The ${status} response of act says that the operation is not implemented.`,
      },
    ])
  })

  it('takes a documented 405 for invalid requests only', () => {
    expect(
      methodNotAllowedDeclared.verify(documented({ operation: 'act', query: { n: 'x' }, status: 405 })),
    ).toEqual([])
    expect(
      methodNotAllowedDeclared.verify(documented({ operation: 'act', query: { n: 1 }, status: 405 })),
    ).toHaveLength(1)
  })

  it('is silent where another template fits too', async () => {
    const id = [{ name: 'id', in: 'path', required: true, schema: {} }]
    const responses = { 200: { description: 'ok' } }
    const exchange = await createRig({
      paths: {
        '/a/{id}': { delete: { operationId: 'remove', parameters: id, responses } },
        '/a/mine': { get: { operationId: 'mine', responses } },
      },
    })
    expect(
      methodNotAllowedDeclared.verify(exchange({ operation: 'remove', path: { id: 'mine' }, status: 405 })),
    ).toEqual([])
    expect(
      methodNotAllowedDeclared.verify(exchange({ operation: 'remove', path: { id: '1' }, status: 405 })),
    ).toHaveLength(1)
  })

  it('is silent about other statuses and methods', () => {
    expect(methodNotAllowedDeclared.verify(bare({ operation: 'act', status: 404 }))).toEqual([])
    expect(
      methodNotAllowedDeclared.verify(bare({ operation: 'act', request: { method: 'HEAD' }, status: 405 })),
    ).toEqual([])
  })
})

const act = (operationId: string, more: object = {}) => ({
  operationId,
  responses: { 200: { description: 'ok' } },
  ...more,
})
const key = [{ name: 'key', in: 'header', required: true, schema: {} }]
const id = [{ name: 'id', in: 'path', required: true, schema: {} }]
const exchange = await createRig({
  paths: {
    '/pets': { get: act('list') },
    '/pets/{id}': { parameters: id, get: act('read') },
    '/pets/mine': { get: act('mine') },
    '/keyed': { get: act('keyed', { parameters: key }) },
    '/pets/{id}/x': { parameters: id, put: act('put') },
  },
})
const judge = (
  status: number,
  template: string,
  draft: Partial<ExchangeDraft> = {},
  target = template,
  method = 'DELETE',
) =>
  unsupportedMethod.verify(
    exchange({ template, request: { method, target }, mode: 'negative', status, ...draft }),
  )

describe('unsupportedMethod', () => {
  it('accuses a method that works', () => {
    expect(judge(204, '/pets')).toMatchObject([
      {
        operationId: null,
        pointer: '/paths/~1pets',
        message: 'The 204 response to DELETE /pets succeeds, but the document does not declare the method.',
      },
    ])
  })

  it.each([404, 400, 402, 409])('wants 405 rather than %i', (status) => {
    expect(judge(status, '/pets')).toMatchObject([
      { message: `The ${status} response to DELETE /pets should be 405.` },
    ])
  })

  it('wants Allow with 405', () => {
    expect(judge(405, '/pets', { headers: { allow: 'GET' } })).toEqual([])
    expect(judge(405, '/pets')).toMatchObject([
      { message: 'The 405 response to DELETE /pets has no Allow header.' },
    ])
  })

  it.each([301, 401, 403, 415, 429, 500, 501])('bears with %i', (status) => {
    expect(judge(status, '/pets')).toEqual([])
  })

  it('bears with 400 where parameters are required', () => {
    expect(judge(400, '/keyed')).toEqual([])
  })

  it('bears with 404 on a templated path, unless the thing is there', () => {
    const read = exchange({ operation: 'read', path: { id: '7' }, status: 200 })
    expect(judge(404, '/pets/{id}', {}, '/pets/7')).toEqual([])
    expect(judge(404, '/pets/{id}', { history: [read] }, '/pets/7')).toHaveLength(1)
    expect(judge(404, '/pets/{id}', { history: [read] }, '/pets/8')).toEqual([])
  })

  it('leaves OPTIONS alone, and HEAD beside GET', () => {
    expect(judge(200, '/pets', {}, '/pets', 'OPTIONS')).toEqual([])
    expect(judge(200, '/pets', {}, '/pets', 'HEAD')).toEqual([])
    expect(judge(200, '/pets/{id}/x', {}, '/pets/7/x', 'HEAD')).toHaveLength(1)
  })

  it('respects a method of another template that fits', () => {
    expect(judge(200, '/pets/mine', {}, '/pets/mine', 'GET')).toEqual([])
  })

  it('leaves undeclared paths to another check', () => {
    expect(judge(200, '/admin')).toEqual([])
  })
})

const exchangeOfHiddenRoute = await createRig(oneOperation())
const judgeOfHiddenRoute = (target: string, status: number, draft: Partial<ExchangeDraft> = {}) =>
  hiddenRoute.verify(exchangeOfHiddenRoute({ request: { target }, status, ...draft }))

const control = (status: number) => exchangeOfHiddenRoute({ request: { target: '/undeclared-4711' }, status })

describe('hiddenRoute', () => {
  it.each([200, 204, 409, 422])('accuses %i on an undeclared path', (status) => {
    expect(judgeOfHiddenRoute('/debug', status)).toMatchObject([
      {
        operationId: null,
        pointer: '/paths/~1debug',
        message: `The ${status} response to GET /debug shows a route that the document does not declare.`,
      },
    ])
  })

  it.each([302, 400, 401, 403, 404, 405, 410, 500, 501])('is silent about %i', (status) => {
    expect(judgeOfHiddenRoute('/debug', status)).toEqual([])
  })

  it.each(['/', '/favicon.ico', '/openapi.json', '/docs/', '/.well-known/security.txt', '/healthz'])(
    'lets %s be',
    (target) => {
      expect(judgeOfHiddenRoute(target, 200)).toEqual([])
    },
  )

  it('is silent where the server says the same of everything', () => {
    expect(judgeOfHiddenRoute('/debug', 200, { history: [control(200)] })).toEqual([])
    expect(judgeOfHiddenRoute('/debug', 204, { history: [control(200)] })).toHaveLength(1)
  })

  it('takes a redirection for a route where nothing else redirects', () => {
    const redirect = (location: string) => ({ headers: { location }, history: [control(404)] })
    expect(judgeOfHiddenRoute('/admin', 302, redirect('/v1/admin/login'))).toHaveLength(1)
    expect(judgeOfHiddenRoute('/admin', 301, redirect('https://api.example.org/v1/admin/'))).toEqual([])
    expect(judgeOfHiddenRoute('/admin', 302, { ...redirect('/login'), history: [control(302)] })).toEqual([])
  })

  it('is silent about declared paths and OPTIONS', () => {
    expect(judgeOfHiddenRoute('/things', 200)).toEqual([])
    expect(judgeOfHiddenRoute('/things', 200, { template: '/debug' })).toEqual([])
    expect(judgeOfHiddenRoute('/debug', 200, { request: { target: '/debug', method: 'OPTIONS' } })).toEqual(
      [],
    )
  })
})
