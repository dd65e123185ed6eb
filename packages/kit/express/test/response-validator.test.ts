import express, { type ErrorRequestHandler, type Response } from 'express'
import * as OpenApiValidator from 'express-openapi-validator'
import { describe, expect, it } from 'vitest'
import { contractResponses } from '../src/index.ts'
import { serve } from './exchange.ts'

const pet = {
  type: 'object',
  required: ['id'],
  properties: {
    id: { type: 'integer' },
    name: { type: 'string', maxLength: 3 },
    born: { type: 'string', format: 'date' },
    password: { type: 'string', writeOnly: true },
    tags: { type: 'array', items: { enum: ['a', 'b'] }, uniqueItems: true },
    weight: { allOf: [{ type: 'number' }, { minimum: 0.5, multipleOf: 0.5 }] },
    owner: { oneOf: [{ type: 'string' }, { type: 'object', required: ['name'] }] },
  },
  additionalProperties: false,
}
const createDocument = (openapi: string) => ({
  openapi,
  info: { title: 'Pets', version: '1.0.0' },
  paths: {
    '/pets/{id}': {
      get: {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string', maxLength: 9 } }],
        responses: {
          200: {
            description: 'OK',
            headers: { 'X-Total': { required: true, schema: { type: 'integer' } } },
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } },
          },
          202: { description: 'Accepted' },
          400: {
            description: 'Bad request',
            content: { 'application/problem+json': { schema: { type: 'object', required: ['title'] } } },
          },
          500: {
            description: 'Error',
            content: { 'application/json': { schema: { type: 'object', required: ['title'] } } },
          },
        },
      },
    },
  },
  components: { schemas: { Pet: pet } },
})

type ApiSpec = Parameters<typeof OpenApiValidator.middleware>[0]['apiSpec']

interface Case {
  readonly title: string
  readonly send: (response: Response) => unknown
  /** Whether the response breaks the document; whether the validator's own check finds it. */
  readonly broken: boolean
  readonly byValidator: boolean
  readonly url?: string
}

const good = (response: Response) => response.set('x-total', '1')
const find = (title: string, byValidator: boolean, send: Case['send'], url?: string): Case => ({
  title, send, broken: true, byValidator, ...(url === undefined ? {} : { url }),
}) // prettier-ignore

const cases: readonly Case[] = [
  {
    title: 'a response that conforms',
    send: (r) => good(r).json({ id: 1 }),
    broken: false,
    byValidator: false,
  },
  { title: 'a status without content', send: (r) => r.status(202).end(), broken: false, byValidator: false },
  find('a missing property', true, (r) => good(r).json({})),
  find('a wrong type', true, (r) => good(r).json({ id: '1' })),
  find('text that is too long', true, (r) => good(r).json({ id: 1, name: 'Long' })),
  find('a wrong format', true, (r) => good(r).json({ id: 1, born: 'yesterday' })),
  find('an additional property', true, (r) => good(r).json({ id: 1, age: 2 })),
  find('an undeclared value of an array', true, (r) => good(r).json({ id: 1, tags: ['c'] })),
  find('duplicates in an array', true, (r) => good(r).json({ id: 1, tags: ['a', 'a'] })),
  find('a number below its minimum', true, (r) => good(r).json({ id: 1, weight: 0 })),
  find('no branch of oneOf', true, (r) => good(r).json({ id: 1, owner: {} })),
  find('a write-only property', true, (r) => good(r).json({ id: 1, password: 'p' })),
  find('an undeclared status with JSON', true, (r) => r.status(409).json({})),
  find('a wrong body of another status', true, (r) =>
    r.status(400).type('application/problem+json').json({}),
  ),
  find('a missing header', false, (r) => r.json({ id: 1 })),
  find('a header of the wrong type', false, (r) => r.set('x-total', 'many').json({ id: 1 })),
  find('a wrong body by send', false, (r) => good(r).type('json').send('{}')),
  find('a wrong body by end', false, (r) => good(r).type('json').end('{}')),
  find('a body that is not JSON', false, (r) => good(r).type('json').end('{')),
  find('an undeclared media type', false, (r) => good(r).type('html').send('<p>')),
  find('an undeclared media type of JSON', false, (r) => r.status(400).json({ title: 'No' })),
  find('an undeclared status without body', false, (r) => r.status(204).end()),
  find('a missing body', false, (r) => good(r).type('json').end()),
  find('a body that is not declared', false, (r) => r.status(202).send('text')),
  find('a wrong body of a 5xx', false, (r) => r.status(500).json({})),
  find('an undeclared 5xx', false, (r) => r.sendStatus(503)),
  find("the validator's own error", false, (r) => r.end(), '/pets/much-too-long'),
]

// As the README of the validator shows.
const handleError: ErrorRequestHandler = (
  error: { status?: number; message: string },
  _request,
  response,
  _next,
) => {
  response.status(error.status ?? 500).json({ message: error.message })
}

/** The titles of the cases that each check finds. */
async function runCases(openapi: string) {
  const ours = new Set<string>()
  const theirs = new Set<string>()
  let current = ''

  const validated = express()
  validated.use(
    OpenApiValidator.middleware({
      apiSpec: createDocument(openapi) as ApiSpec,
      validateRequests: true,
      validateResponses: true,
    }),
  )
  const checked = express()
  checked.use(
    contractResponses({ document: createDocument(openapi), onBreach: () => void ours.add(current) }),
  )
  checked.use(
    OpenApiValidator.middleware({ apiSpec: createDocument(openapi) as ApiSpec, validateRequests: true }),
  )
  for (const app of [validated, checked])
    app.get('/pets/:id', (_request, response) => {
      cases.find(({ title }) => title === current)?.send(response)
    })
  // An error after the handler ran is the verdict of the response check.
  validated.use(((error, request, response, next) => {
    if (request.path === '/pets/1') theirs.add(current)
    handleError(error, request, response, next)
  }) satisfies ErrorRequestHandler)
  checked.use(handleError)

  const [validatedUrl, checkedUrl] = [await serve(validated), await serve(checked)]
  for (const { title, url = '/pets/1' } of cases) {
    current = title
    await (await fetch(validatedUrl + url)).text()
    await (await fetch(checkedUrl + url)).text()
  }
  return { ours, theirs }
}

describe('contractResponses beside validateResponses', () => {
  it.each(['3.0.3', '3.1.1'])('finds all that the validator finds, and more, in %s', async (openapi) => {
    const { ours, theirs } = await runCases(openapi)
    const table = cases.map(({ title }) => ({
      title,
      broken: ours.has(title),
      byValidator: theirs.has(title),
    }))
    expect(table).toStrictEqual(
      cases.map(({ title, broken, byValidator }) => ({ title, broken, byValidator })),
    )
    expect([...theirs].filter((title) => !ours.has(title))).toStrictEqual([])
  })
})
