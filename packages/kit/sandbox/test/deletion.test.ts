import { describe, expect, it } from 'vitest'
import { serveSandbox } from './serve.ts'
import {
  arrayOf,
  collection,
  documentOf,
  empty,
  errors,
  inPath,
  integer,
  json,
  object,
  type Part,
  ref,
  shows,
  takes,
  text,
} from './small-documents.ts'

const schemas = {
  Owner: object({ id: integer, name: text }, ['id']),
  Pet: object({ id: integer, ownerId: integer, name: text }, ['id', 'ownerId']),
}
const sent = object({ name: text })
const settings = object({ language: { enum: ['en', 'sv'], default: 'en' }, theme: text }, ['language'])

/** Owners with pets and settings, of whom Ada is one. */
const serveAda = async (removal: Part) => {
  const paths = {
    ...collection('/owners/{ownerId}', ref('Owner'), { sent, moreOfItem: { delete: removal } }),
    ...collection('/owners/{ownerId}/pets/{petId}', ref('Pet'), {
      sent,
      more: { get: shows(arrayOf(ref('Pet')), 404) },
    }),
    '/owners/{ownerId}/settings': {
      parameters: [inPath('ownerId', integer)],
      get: shows(settings, 404),
      put: takes(settings, shows(settings, 404)),
    },
  }
  const api = await serveSandbox(documentOf(paths, schemas))
  await api.send('POST', '/owners', { name: 'Ada' })
  return api
}

describe('DELETE', () => {
  it('takes the children with it, and leaves a singleton of each item that remains', async () => {
    await using api = await serveAda(empty(404))
    const rex = { id: 1, ownerId: 1, name: 'Rex' }
    expect((await api.send('POST', '/owners/1/pets', { name: 'Rex' })).json).toStrictEqual(rex)
    expect(await api.status('GET', '/owners/1/pets/1')).toBe(200)
    await api.send('POST', '/owners', { name: 'Bo' })
    await api.send('PUT', '/owners/1/settings', { language: 'sv' })
    expect(await api.read('/owners/1/settings')).toStrictEqual({ language: 'sv' })
    expect(await api.status('DELETE', '/owners/1')).toBe(204)
    expect(api.sandbox.countItems()).toMatchObject({ owner: 1, pet: 0 })
    for (const path of ['', '/pets', '/pets/1', '/settings'])
      expect(await api.status('GET', `/owners/1${path}`)).toBe(404)
    expect(await api.status('POST', '/owners/1/pets', { name: 'Rex' })).toBe(404)
    expect(await api.status('DELETE', '/owners/1')).toBe(404)
    expect(await api.read('/owners/2/settings')).toStrictEqual({ language: 'en' })
    expect(await api.status('GET', '/owners/3/settings')).toBe(404)
  })

  it.each([
    ['shows the deleted item where the document has a body', shows(ref('Owner'), 404), [200, 404]],
    [
      'is accepted where the document only has 202',
      { responses: { 202: json({}), ...errors(404) } },
      [202, 404],
    ],
    ['succeeds again where the document has no response for an unknown item', empty(), [204, 204]],
  ])('%s', async (_title, removal, statuses) => {
    await using api = await serveAda(removal)
    const [first, again] = [await api.send('DELETE', '/owners/1'), await api.send('DELETE', '/owners/1')]
    expect([first.status, again.status]).toStrictEqual(statuses)
    expect(first.status === 200 ? first.json : { id: 1, name: 'Ada' }).toStrictEqual({ id: 1, name: 'Ada' })
    expect(await api.status('GET', '/owners/1')).toBe(404)
  })
})

const serveSettings = (...refusals: readonly number[]) =>
  serveSandbox(
    documentOf({
      '/settings': {
        get: shows(settings, ...refusals),
        put: takes(settings, shows(settings, 400)),
        patch: takes(object({ theme: text }), shows(settings, 400)),
        delete: empty(),
      },
    }),
  )

describe('a singleton', () => {
  it('exists from the first read, and is reset by DELETE', async () => {
    await using api = await serveSettings()
    expect(await api.read('/settings')).toStrictEqual({ language: 'en' })
    const dark = await api.send('PATCH', '/settings', { theme: 'dark' })
    expect(dark.json).toStrictEqual({ language: 'en', theme: 'dark' })
    expect((await api.send('PUT', '/settings', { language: 'sv' })).json).toStrictEqual({ language: 'sv' })
    expect(await api.status('DELETE', '/settings')).toBe(204)
    expect(await api.read('/settings')).toStrictEqual({ language: 'en' })
  })

  it('is missing between DELETE and PUT where the document has 404', async () => {
    await using api = await serveSettings(404)
    expect(await api.status('GET', '/settings')).toBe(200)
    await api.send('DELETE', '/settings')
    expect(await api.status('GET', '/settings')).toBe(404)
    expect(await api.status('PUT', '/settings', { language: 'sv' })).toBe(200)
    expect(await api.read('/settings')).toStrictEqual({ language: 'sv' })
  })
})
