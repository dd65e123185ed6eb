import { describe, expect, it } from 'vitest'
import { checkContract } from '../src/index.ts'
import { serveDocument, type Reply } from './serve-document.ts'

const levels = ['regions', 'sites', 'halls', 'racks'] as const
const json = (schema: object) => ({ 'application/json': { schema } })
const wrong = { description: 'Wrong.' }
const input = { type: 'object', required: ['title'], properties: { title: { type: 'string', minLength: 1 } } }

/** Four levels below each other; `idOf` names the property by which an item of a level shows its id. */
const documentOf = (idOf: (level: string) => string) => {
  let above = ''
  const paths: Record<string, object> = {}
  for (const level of levels) {
    const key = `${level.slice(0, -1)}Key`
    const collection = `${above}/${level}`
    const properties = { [idOf(level)]: { type: 'string' }, state: { type: 'string' }, ...input.properties }
    const item = { type: 'object', required: [idOf(level), 'title'], properties }
    const keys = [...collection.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
      name,
      in: 'path',
      required: true,
      schema: { type: 'string' },
    }))
    paths[collection] = {
      parameters: keys,
      post: {
        operationId: `create-${level}`,
        requestBody: { required: true, content: json(input) },
        responses: { 201: { description: 'Made.', content: json(item) }, 400: wrong, 404: wrong },
      },
    }
    paths[`${collection}/{${key}}`] = {
      parameters: [...keys, { name: key, in: 'path', required: true, schema: { type: 'string' } }],
      ...Object.fromEntries(
        ['get', 'put', 'delete'].map((method) => [
          method,
          {
            operationId: `${method}-${level}`,
            ...(method === 'put' ? { requestBody: { required: true, content: json(input) } } : {}),
            responses: { 200: { description: 'It.', content: json(item) }, 400: wrong, 404: wrong },
          },
        ]),
      ),
    }
    above = `${collection}/{${key}}`
  }
  return { openapi: '3.1.0', info: { title: 'Racks', version: '1' }, paths }
}

/** A server that makes a child under any parent, so nothing tells that an id is no id. */
const requestsWith = async (idOf: (level: string) => string): Promise<number> => {
  let made = 0
  const known = new Set<string>()
  const isThere = (path: Readonly<Record<string, string>>): boolean =>
    Object.values(path).every((key) => known.has(key))
  const item = (level: string, key: string): Reply => ({
    status: 200,
    json: { [idOf(level)]: key, state: 'new', title: 'made' },
  })
  const document = documentOf(idOf)
  const handlers = Object.fromEntries(
    levels.flatMap((level) => [
      [
        `create-${level}`,
        (): Reply => {
          made += 1
          known.add(`k${made}`)
          return { ...item(level, `k${made}`), status: 201 }
        },
      ],
      ...['get', 'put', 'delete'].map((method) => [
        `${method}-${level}`,
        ({ path }: { readonly path: Readonly<Record<string, string>> }): Reply =>
          isThere(path) ? item(level, Object.values(path).at(-1) ?? '') : { status: 404 },
      ]),
    ]),
  )
  const fetch = await serveDocument(document, handlers)
  const { requests } = await checkContract({ document, fetch, seed: 1, cases: 5 })
  return requests
}

describe('resources four levels deep', () => {
  it('cost no more where their ids cannot be found', async () => {
    const found = await requestsWith((level) => `${level.slice(0, -1)}Key`)
    const hidden = await requestsWith((level) => `${level.length}_tag_on_the_door`)
    expect(hidden).toBeLessThan(found * 3)
  })
})
