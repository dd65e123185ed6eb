import express, { type ErrorRequestHandler, type RequestHandler } from 'express'
import { middleware } from 'express-openapi-validator'
import { fileURLToPath } from 'node:url'
import { openPort, type OpenServer } from '../public-server.ts'

/* Bookmarks on Express behind express-openapi-validator, set up as its README shows: requests are validated, responses are not. */

export const expressDocument = fileURLToPath(new URL('openapi.yaml', import.meta.url))

interface Bookmark {
  id: number
  url: string
  title: string
  tags: string[]
  createdAt: string | number
}

const onError: ErrorRequestHandler = (error: { status?: number; message: string; errors?: unknown }, _request, response, _next) => {
  response.status(error.status ?? 500).json({ message: error.message, errors: error.errors })
} // prettier-ignore

const createApp = (bookmarks: Map<number, Bookmark>): express.Express => {
  let next = 1
  const app = express()
  app.use(express.json())
  app.use(middleware({ apiSpec: expressDocument, validateRequests: true, validateResponses: false }))

  const find = (id: unknown): Bookmark => {
    const found = bookmarks.get(Number(id))
    if (found === undefined) throw Object.assign(new Error('no such bookmark'), { status: 404 })
    return found
  }
  app.get('/bookmarks', ({ query: { tag, limit } }, response) => {
    const all = [...bookmarks.values()].filter(({ tags }) => typeof tag !== 'string' || tags.includes(tag))
    response.json(all.slice(0, Number(limit)))
  })
  const create: RequestHandler = ({ body }, response) => {
    const given = body as Pick<Bookmark, 'url' | 'title'> & Partial<Bookmark>
    // Date.now() where the document says date-time.
    const bookmark = { tags: [], ...given, id: next, createdAt: 1_700_000_000_000 }
    bookmarks.set(next, bookmark)
    next += 1
    response.status(201).json(bookmark)
  }
  app.post('/bookmarks', create)
  app.get('/bookmarks/:id', ({ params }, response) => void response.json(find(params['id'])))
  app.patch('/bookmarks/:id', ({ params, body }, response) => {
    response.json(Object.assign(find(params['id']), body))
  })
  app.delete('/bookmarks/:id', ({ params }, response) => {
    find(params['id'])
    // Only marked, and still found.
    response.status(204).end()
  })
  app.get('/tags', (_request, response) => {
    const counts: Record<string, number> = {}
    for (const tag of [...bookmarks.values()].flatMap(({ tags }) => tags))
      counts[tag] = (counts[tag] ?? 0) + 1
    response.json(counts)
  })
  app.use(onError)
  return app
}

export const openExpress = (): Promise<OpenServer> => {
  const bookmarks = new Map<number, Bookmark>()
  return openPort(createApp(bookmarks), () => bookmarks.clear())
}
