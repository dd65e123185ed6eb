import { describe, expect, it } from 'vitest'
import { createRig, type ExchangeDraft } from '../../../test/create-exchange.ts'
import { oneOperation } from '../../../test/one-operation.ts'
import { hiddenRoute } from './hidden-route.ts'

const exchange = await createRig(oneOperation())
const judge = (target: string, status: number, draft: Partial<ExchangeDraft> = {}) =>
  hiddenRoute.verify(exchange({ request: { target }, status, ...draft }))

const control = (status: number) => exchange({ request: { target: '/undeclared-4711' }, status })

describe('hiddenRoute', () => {
  it.each([200, 204, 409, 422])('accuses %i on an undeclared path', (status) => {
    expect(judge('/debug', status)).toMatchObject([
      {
        operationId: null,
        pointer: '/paths/~1debug',
        message: `The ${status} answer to GET /debug shows a route that the document does not declare.`,
      },
    ])
  })

  it.each([302, 400, 401, 403, 404, 405, 410, 500, 501])('is silent about %i', (status) => {
    expect(judge('/debug', status)).toEqual([])
  })

  it.each(['/', '/favicon.ico', '/openapi.json', '/docs/', '/.well-known/security.txt', '/healthz'])(
    'lets %s be',
    (target) => {
      expect(judge(target, 200)).toEqual([])
    },
  )

  it('is silent where the server says the same of everything', () => {
    expect(judge('/debug', 200, { history: [control(200)] })).toEqual([])
    expect(judge('/debug', 204, { history: [control(200)] })).toHaveLength(1)
  })

  it('takes a redirection for a route where nothing else redirects', () => {
    const redirect = (location: string) => ({ headers: { location }, history: [control(404)] })
    expect(judge('/admin', 302, redirect('/v1/admin/login'))).toHaveLength(1)
    expect(judge('/admin', 301, redirect('https://api.example.org/v1/admin/'))).toEqual([])
    expect(judge('/admin', 302, { ...redirect('/login'), history: [control(302)] })).toEqual([])
  })

  it('is silent about declared paths and OPTIONS', () => {
    expect(judge('/things', 200)).toEqual([])
    expect(judge('/things', 200, { template: '/debug' })).toEqual([])
    expect(judge('/debug', 200, { request: { target: '/debug', method: 'OPTIONS' } })).toEqual([])
  })
})
