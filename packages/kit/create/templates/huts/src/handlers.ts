import type { Handlers } from '@contract-kit/express'
import type { operations } from './generated/openapi.ts'
import type { Huts } from './huts.ts'

/** The operations to serve. Webhooks are sent, not served. */
export type Served = Omit<operations, 'hut-closed'>

/** One function for each operation. The contract defines its input and result: anything else does not compile. */
export function createHandlers(huts: Huts) {
  return {
    'list-huts': ({ query: { after, limit = 20 } }) => {
      const page = huts.list(after, limit)
      const last = page.huts.at(-1)
      const next =
        page.isLast || last === undefined ? undefined : `</huts?after=${last.id}&limit=${limit}>; rel="next"`
      return { status: 200, body: { items: page.huts }, headers: next === undefined ? {} : { link: next } }
    },

    'create-hut': ({ body }) => {
      const hut = huts.add(body)
      if (hut === undefined)
        return { status: 409, body: { title: 'A hut with this name exists', status: 409 } }
      return { status: 201, body: hut, headers: { location: `/huts/${hut.id}` } }
    },

    'show-hut': ({ path }) => {
      const hut = huts.find(path['hut-id'])
      return hut === undefined ? noSuchHut : { status: 200, body: hut }
    },

    'change-hut': ({ path, body }) => {
      const hut = huts.change(path['hut-id'], body)
      return hut === undefined ? noSuchHut : { status: 200, body: hut }
    },

    'remove-hut': ({ path }) => (huts.remove(path['hut-id']) ? { status: 204 } : noSuchHut),
  } satisfies Handlers<Served>
}

const noSuchHut = { status: 404, body: { title: 'Hut not found', status: 404 } } as const
