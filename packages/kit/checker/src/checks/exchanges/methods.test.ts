import {
  actRig,
  describeCheck,
  type Draft,
  eachStatus,
  rigOf,
  type Row,
} from '../../../test/describe-check.ts'
import { oneOperation } from '../../../test/one-operation.ts'
import {
  allowHeaderConformance,
  hiddenRoute,
  methodNotAllowedDeclared,
  unsupportedMethod,
} from './methods.ts'

const ok = { description: 'ok' }
const act = (operationId: string, more: object = {}) => ({ operationId, responses: { 200: ok }, ...more })

const options = (allow: string, status = 204, method = 'OPTIONS'): Draft => ({
  request: { method, target: '/things' },
  status,
  headers: allow === '' ? {} : { allow },
})

describeCheck(allowHeaderConformance, await rigOf(oneOperation({}, { more: { post: act('post') } })), [
  ['takes the declared methods', options('GET, POST'), 0],
  ['takes HEAD and OPTIONS beside them', options('OPTIONS,HEAD,POST,GET'), 0],
  ['takes any', options('*'), 0],
  [
    'reports what is missing and what is too much',
    options('GET, DELETE'),
    [
      {
        operationId: null,
        pointer: '/paths/~1things',
        message:
          'The 204 response to OPTIONS /things has an Allow header that omits POST and lists the undeclared DELETE.',
      },
    ],
  ],
  ['reports 405 of an undeclared method', options('GET', 405, 'DELETE'), 1],
  ['takes 404', options('GET', 404), 0],
  ['takes success of an undeclared method', options('GET', 200, 'PUT'), 0],
  ['takes no header', options(''), 0],
  ['takes 405 of a declared operation', { operation: 'act', status: 405, headers: { allow: 'POST' } }, 0],
])

const id = [{ name: 'id', in: 'path', required: true, schema: {} }]
const number = [{ name: 'n', in: 'query', schema: { type: 'integer' } }]
const documented = await actRig({ parameters: number, responses: { 405: { description: 'invalid input' } } })
const overlapping = await rigOf({
  paths: { '/a/{id}': { delete: act('remove', { parameters: id }) }, '/a/mine': { get: act('mine') } },
})

describeCheck(methodNotAllowedDeclared, await actRig(), [
  ...eachStatus([405, 501], 1, {}),
  [
    'says what it means',
    { status: 501 },
    'The 501 response of act says that the operation is not implemented.',
  ],
  ['takes a documented 405 to an invalid request', { query: { n: 'x' }, status: 405 }, 0, documented],
  ['reports a documented 405 to a valid request', { query: { n: 1 }, status: 405 }, 1, documented],
  [
    'takes 405 where another template fits',
    { operation: 'remove', path: { id: 'mine' }, status: 405 },
    0,
    overlapping,
  ],
  [
    'reports 405 where no other fits',
    { operation: 'remove', path: { id: '1' }, status: 405 },
    1,
    overlapping,
  ],
  ['takes 404', { status: 404 }, 0],
  ['takes 405 to HEAD', { request: { method: 'HEAD' }, status: 405 }, 0],
])

const pets = await rigOf({
  paths: {
    '/pets': { get: act('list') },
    '/pets/{id}': { parameters: id, get: act('read') },
    '/pets/mine': { get: act('mine') },
    '/keyed': {
      get: act('keyed', { parameters: [{ name: 'key', in: 'header', required: true, schema: {} }] }),
    },
    '/pets/{id}/x': { parameters: id, put: act('put') },
  },
})
const sent = (status: number, template: string, target = template, method = 'DELETE'): Draft => ({
  template,
  request: { method, target },
  mode: 'negative',
  status,
})
const seven: Draft = { operation: 'read', path: { id: '7' } }
const shouldBe = (status: number) => `The ${status} response to DELETE /pets should be 405.`

describeCheck(unsupportedMethod, pets, [
  [
    'reports a method that works',
    sent(204, '/pets'),
    [
      {
        operationId: null,
        pointer: '/paths/~1pets',
        message: 'The 204 response to DELETE /pets succeeds, but the document does not declare the method.',
      },
    ],
  ],
  ...[404, 400, 402, 409].map((status): Row => [
    `reports ${status}`,
    sent(status, '/pets'),
    shouldBe(status),
  ]),
  ...eachStatus([301, 401, 403, 415, 429, 500, 501], 0, sent(200, '/pets')),
  ['takes 405 with Allow', { ...sent(405, '/pets'), headers: { allow: 'GET' } }, 0],
  ['reports 405 without Allow', sent(405, '/pets'), 'The 405 response to DELETE /pets has no Allow header.'],
  ['takes 400 where parameters are required', sent(400, '/keyed'), 0],
  ['takes 404 of what may not be there', sent(404, '/pets/{id}', '/pets/7'), 0],
  ['reports 404 of what was read', [seven, sent(404, '/pets/{id}', '/pets/7')], 1],
  ['takes 404 of something else', [seven, sent(404, '/pets/{id}', '/pets/8')], 0],
  ['takes OPTIONS', sent(200, '/pets', '/pets', 'OPTIONS'), 0],
  ['takes HEAD beside GET', sent(200, '/pets', '/pets', 'HEAD'), 0],
  ['reports HEAD without GET', sent(200, '/pets/{id}/x', '/pets/7/x', 'HEAD'), 1],
  ['takes a method of another template that fits', sent(200, '/pets/mine', '/pets/mine', 'GET'), 0],
  ['leaves undeclared paths to another check', sent(200, '/admin'), 0],
])

const debug: Draft = { request: { target: '/debug' } }
const control = (status: number): Draft => ({ request: { target: '/undeclared-4711' }, status })
const redirect = (location: string, status = 302): Draft => ({
  request: { target: '/admin' },
  status,
  headers: { location },
})

describeCheck(hiddenRoute, await rigOf(oneOperation()), [
  ...eachStatus([200, 204, 409, 422], 1, debug),
  ...eachStatus([302, 400, 401, 403, 404, 405, 410, 500, 501], 0, debug),
  [
    'names the path',
    debug,
    [
      {
        operationId: null,
        pointer: '/paths/~1debug',
        message: 'The 200 response to GET /debug shows a route that the document does not declare.',
      },
    ],
  ],
  ...['/', '/favicon.ico', '/openapi.json', '/docs/', '/.well-known/security.txt', '/healthz'].map(
    (target): Row => [`takes ${target}`, { request: { target } }, 0],
  ),
  ['takes what the server says of everything', [control(200), debug], 0],
  ['reports another status than that of everything', [control(200), { ...debug, status: 204 }], 1],
  ['reports a redirection where nothing else redirects', [control(404), redirect('/v1/admin/login')], 1],
  ['takes a redirection to the same', [control(404), redirect('https://api.example.org/v1/admin/', 301)], 0],
  ['takes a redirection where everything redirects', [control(302), redirect('/login')], 0],
  ['takes a declared path', { request: { target: '/things' } }, 0],
  ['takes a declared path under another template', { request: { target: '/things' }, template: '/debug' }, 0],
  ['takes OPTIONS', { request: { target: '/debug', method: 'OPTIONS' } }, 0],
  ['accepts a path to which the server itself led a scenario', { ...debug, phase: 'stateful' }, 0],
])
