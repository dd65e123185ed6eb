import { describe, expect, it } from 'vitest'
import { parcelDocument, type ParcelFault, parcelOptions } from '../../test/parcel-api.ts'
import { type ExampleOptions, ExampleSuite } from './example-suite.ts'

/** Replays every example; the problems of those that have any, by title. */
const replayAll = async (options: ExampleOptions): Promise<Readonly<Record<string, readonly string[]>>> => {
  const suite = await ExampleSuite.prepare(options)
  const problems: [string, readonly string[]][] = []
  for (const replay of suite.replays) problems.push([replay.title, await suite.play(replay)])
  return Object.fromEntries(problems.filter(([, found]) => found.length > 0))
}

const light = 'create-parcel gives 201 light as documented'
const two = 'list-parcels gives 200 two as documented'

/** A document with one operation, which gives 200 and 404 with examples. */
const petDocument = (operation: object) => ({
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1' },
  paths: {
    '/pets': {
      get: {
        operationId: 'listPets',
        responses: {
          200: { description: 'All.', content: { 'application/json': { example: [] } } },
          404: { description: 'None.', content: { 'application/json': { example: 'None' } } },
        },
        ...operation,
      },
    },
  },
})
const fetch = () => Response.json([])

describe('ExampleSuite', () => {
  it('lists a replay for each example', async () => {
    const suite = await ExampleSuite.prepare(parcelOptions())
    expect(suite.replays.map(({ title }) => title)).toStrictEqual([
      light,
      'create-parcel gives 201 heavy as documented',
      'create-parcel gives 4XX weightless as documented',
      'create-parcel gives 4XX malformed as documented',
      'create-parcel accepts the request example quiet',
      'list-parcels gives 200 none as documented',
      two,
      'delete-parcel gives 204 no content as documented',
      'delete-parcel gives default unknown as documented',
      'get-label gives 200 plain (text/plain) as documented',
      'get-label gives 200 picture (image/png) as documented',
    ])
    expect(suite.unreachable).toStrictEqual([])
  })

  it.each(['3.0.3', '3.1.1'] as const)(
    'finds a correct server as documented in OpenAPI %s',
    async (version) => {
      expect(await replayAll(parcelOptions(undefined, version))).toStrictEqual({})
    },
  )

  it.each<[ParcelFault, string, string]>([
    ['status', light, 'the status is 200, not 201'],
    ['value', light, '/grams is 121, not 120'],
    ['missing-key', light, '/at is missing'],
    ['surplus-key', light, '/due is not in the example'],
    ['missing-header', light, 'lacks the required header location'],
    ['short-list', two, 'the body has 1 items, not 2'],
    ['swapped-ids', two, '/1/reference differs from the same id elsewhere'],
    ['wrong-text', 'get-label gives 200 plain (text/plain) as documented', '"To Bob", not "To Ada"'],
    ['empty-label', 'get-label gives 200 picture (image/png) as documented', 'the response has no body'],
    ['body-on-no-content', 'delete-parcel gives 204 no content as documented', 'the status is 200, not 204'],
    [
      'problem-type',
      'create-parcel gives 4XX weightless as documented',
      'has the media type application/json',
    ],
  ])('finds a server with the fault %s', async (fault, title, problem) => {
    const problems = await replayAll(parcelOptions(fault))
    expect(problems[title]?.join('\n')).toContain(problem)
  })

  it('visits every response and sends every request', async () => {
    const suite = await ExampleSuite.prepare(parcelOptions())
    expect(suite.isWhole).toBe(false)
    expect(suite.listUnvisited()).toHaveLength(suite.replays.length)
    expect(suite.listUnsent()).toHaveLength(4)
    for (const replay of suite.replays) await suite.play(replay)
    expect([suite.isWhole, suite.listUnvisited(), suite.listUnsent()]).toStrictEqual([true, [], []])
  })

  it('names recipes that belong to no example', async () => {
    const document = petDocument({ 'x-request': { state: 'full' } })
    const suite = await ExampleSuite.prepare({ document, fetch })
    expect(suite.listUnvisited()).toContain('the recipe at memory:/document.json#/paths/~1pets/get')
  })

  it('says why an example cannot be reached', async () => {
    const suite = await ExampleSuite.prepare({ document: petDocument({}), fetch })
    expect(suite.unreachable.map(({ title, unreachable }) => [title, unreachable])).toStrictEqual([
      [
        'listPets gives 404 example as documented',
        'no request is known to produce it: give a request or parameter example the same name, or add a recipe',
      ],
    ])
  })

  it('says which required parameter has no example', async () => {
    const parameters = [{ name: 'kind', in: 'query', required: true, schema: { type: 'string' } }]
    const suite = await ExampleSuite.prepare({ document: petDocument({ parameters }), fetch })
    expect(suite.unreachable[0]?.unreachable).toBe(
      'the required query parameter kind has no example, and no recipe gives it',
    )
  })

  it('says where the example of a body belongs', async () => {
    const requestBody = {
      required: true,
      content: { 'image/png': { schema: { contentMediaType: 'image/png' } } },
    }
    const suite = await ExampleSuite.prepare({ document: petDocument({ requestBody }), fetch })
    expect(suite.unreachable[0]?.unreachable).toBe(
      'the operation has no request example: write one at #/paths/~1pets/get/requestBody/content/image~1png/examples, or give a body in a recipe',
    )
  })

  it('takes recipes from a function', async () => {
    const sent: string[] = []
    const suite = await ExampleSuite.prepare({
      document: petDocument({}),
      fetch: ({ headers }) => {
        sent.push(headers.get('prefer') ?? '')
        return Response.json([])
      },
      recipe: ({ status }) => ({ headers: { Prefer: `code=${status}` } }),
    })
    for (const replay of suite.replays) await suite.play(replay)
    expect(sent).toStrictEqual(['code=200', 'code=404'])
  })

  it('merges headers of credentials, state and recipe', async () => {
    const seen: Headers[] = []
    const suite = await ExampleSuite.prepare({
      document: petDocument({}),
      fetch: ({ headers }) => {
        seen.push(headers)
        return Response.json([])
      },
      recipe: () => ({ state: 'open', headers: { 'X-Trace': null, 'x-mode': 'recipe' } }),
      states: { open: () => ({ headers: { Authorization: 'state', 'x-mode': 'state' } }) },
      credentials: () => ({ authorization: 'usual', 'x-trace': '1', 'x-app': 'shop' }),
    })
    const [first] = suite.replays
    await suite.play(first as never)
    expect(Object.fromEntries(seen[0] ?? [])).toStrictEqual({
      accept: 'application/json',
      authorization: 'state',
      'x-app': 'shop',
      'x-mode': 'recipe',
    })
  })

  it('resets before a state and ends it after', async () => {
    const steps: string[] = []
    const suite = await ExampleSuite.prepare({
      document: petDocument({}),
      fetch: () => {
        steps.push('request')
        throw new Error('The server is gone')
      },
      recipe: () => ({ state: 'open' }),
      reset: () => steps.push('reset'),
      states: {
        open: ({ example }) => {
          steps.push(`open ${example.status}`)
          return { end: () => steps.push('end') }
        },
      },
    })
    const [first] = suite.replays
    await expect(suite.play(first as never)).rejects.toThrow('The server is gone')
    expect(steps).toStrictEqual(['reset', 'open 200', 'request', 'end'])
  })

  it('compares the error code with the example', async () => {
    const options = parcelOptions()
    const problems = await replayAll({
      ...options,
      errorCode: ({ status }) => (status < 400 ? null : 'unknown'),
    })
    expect(problems).toStrictEqual({
      'create-parcel gives 4XX weightless as documented': ['the error code is unknown, not weightless'],
      'create-parcel gives 4XX malformed as documented': ['the error code is unknown, not malformed'],
    })
  })

  it.each<[string, ExampleOptions]>([
    ['No server is configured: give `baseUrl` or `fetch`.', { document: parcelDocument() }],
    [
      'The recipe of list-parcels 200 two names the state two-parcels; add it to `states`.',
      { ...parcelOptions(), states: {} },
    ],
    [
      'x-request at /paths/~1pets/get/responses/200/content/application~1json/x-request has no field stat; did you mean state?',
      {
        document: petDocument({
          responses: {
            200: {
              description: 'All.',
              content: { 'application/json': { example: [], 'x-request': { stat: 'full' } } },
            },
          },
        }),
        fetch,
      },
    ],
  ])('rejects options: %s', async (message, options) => {
    await expect(ExampleSuite.prepare(options)).rejects.toThrow(message)
  })
})
