import { createServer } from 'node:http'
import { readRecordedRoutes } from './recorded-routes.ts'
import { listenAndSayWhere } from './say-where.ts'

// The limit: Node's own server, which looks at method and path and writes bytes that are ready.
const routes = readRecordedRoutes().map(({ method, path, status, body }) => ({
  method: method.toUpperCase(),
  pattern: new RegExp(`^${path.replaceAll('.', String.raw`\.`).replaceAll(/\{\w+\}/g, '[^/?]+')}(?:\\?|$)`),
  status,
  body: Buffer.from(body),
  head: { 'content-type': 'application/json; charset=utf-8', 'content-length': Buffer.byteLength(body) },
}))

listenAndSayWhere(
  createServer((request, response) => {
    const { method = '', url = '' } = request
    const route = routes.find((each) => each.method === method && each.pattern.test(url))
    // An unread body would close the connection.
    request.resume()
    if (route === undefined) response.writeHead(404, { 'content-length': 0 }).end()
    else response.writeHead(route.status, route.head).end(route.body)
  }),
)
