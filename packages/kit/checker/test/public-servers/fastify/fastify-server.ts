import fastify, { type FastifyInstance } from 'fastify'
import type { OpenServer } from '../public-server.ts'

/*
 * A list of tasks on Fastify with its defaults. Every GET has a HEAD, and 404 stands for a method without a route. Fastify coerces types,
 * removes disallowed properties, fills in defaults, and cuts responses to their schema.
 */

const id = { type: 'string', format: 'uuid' }
const params = { type: 'object', required: ['id'], properties: { id } }
const error = {
  type: 'object',
  properties: {
    statusCode: { type: 'integer' },
    code: { type: 'string' },
    error: { type: 'string' },
    message: { type: 'string' },
  },
  required: ['statusCode', 'error', 'message'],
}
const fields = {
  title: { type: 'string', minLength: 1, maxLength: 60 },
  priority: { type: 'integer', minimum: 1, maximum: 5, default: 3 },
  done: { type: 'boolean', default: false },
  labels: { type: 'array', items: { type: 'string', maxLength: 20 }, maxItems: 5, default: [] },
}
const body = { type: 'object', additionalProperties: false, required: ['title'], properties: fields }
const change = {
  type: 'object',
  additionalProperties: false,
  properties: { title: fields.title, done: { type: 'boolean' } },
}
const task = {
  type: 'object',
  required: ['id', 'title', 'priority', 'done', 'labels'],
  properties: { id, ...fields, createdAt: { type: 'string', format: 'date-time' } },
}
const querystring = {
  type: 'object',
  properties: {
    limit: { type: 'integer', minimum: 1, maximum: 50, default: 20 },
    done: { type: 'boolean' },
  },
}

interface RouteSchema {
  readonly operationId: string
  readonly params?: typeof params
  readonly querystring?: typeof querystring
  readonly body?: object
  readonly response: Readonly<Record<string, object>>
}

const none = { type: 'null', description: 'Default Response' }
const schemas = {
  listTasks: {
    operationId: 'listTasks',
    querystring,
    response: { 200: { type: 'array', items: task }, 400: error },
  },
  createTask: { operationId: 'createTask', body, response: { 201: task, 400: error } },
  getTask: { operationId: 'getTask', params, response: { 200: task, 400: error, 404: error } },
  replaceTask: { operationId: 'replaceTask', params, body, response: { 200: task, 400: error, 404: error } },
  changeTask: { operationId: 'changeTask', params, body: change, response: { 200: task, 400: error } },
  deleteTask: { operationId: 'deleteTask', params, response: { 204: none, 400: error, 404: error } },
  countTasks: {
    operationId: 'countTasks',
    response: { 200: { type: 'object', required: ['open'], properties: { open: { type: 'integer' } } } },
  },
} satisfies Record<string, RouteSchema>

const routes: readonly (readonly [method: string, path: string, schema: RouteSchema])[] = [
  ['get', '/tasks', schemas.listTasks],
  ['post', '/tasks', schemas.createTask],
  ['get', '/tasks/{id}', schemas.getTask],
  ['put', '/tasks/{id}', schemas.replaceTask],
  ['patch', '/tasks/{id}', schemas.changeTask],
  ['delete', '/tasks/{id}', schemas.deleteTask],
  ['get', '/stats', schemas.countTasks],
]

const json = (schema: object) => ({ content: { 'application/json': { schema } } })

const toParameters = (
  place: string,
  { required = [], properties }: { required?: string[]; properties: object },
) =>
  Object.entries(properties).map(([name, schema]) => ({
    name,
    in: place,
    required: required.includes(name),
    schema: schema as object,
  }))

/** The document that @fastify/swagger makes of the schemas of routes. */
export const fastifyDocument = {
  openapi: '3.0.3',
  info: { title: 'Tasks', version: '1.0.0' },
  paths: Object.fromEntries(
    [...Map.groupBy(routes, ([, path]) => path)].map(([path, ofPath]) => [
      path,
      Object.fromEntries(
        ofPath.map(([method, , { operationId, response, ...given }]) => [
          method,
          {
            operationId,
            parameters: [
              ...(given.params === undefined ? [] : toParameters('path', given.params)),
              ...(given.querystring === undefined ? [] : toParameters('query', given.querystring)),
            ],
            ...(given.body === undefined ? {} : { requestBody: { required: true, ...json(given.body) } }),
            responses: Object.fromEntries(
              Object.entries(response).map(([status, schema]) => [
                status,
                { description: 'Default Response', ...(schema === none ? {} : json(schema)) },
              ]),
            ),
          },
        ]),
      ),
    ]),
  ),
}

interface Task {
  id: string
  title: string
  priority: number
  done: boolean
  labels: string[]
  createdAt: string
}

type Params = { Params: { id: string } }
type Body = { Body: Omit<Task, 'id' | 'createdAt'> }

const register = (app: FastifyInstance, tasks: Map<string, Task>): void => {
  let made = 0
  const find = (key: string): Task => {
    const found = tasks.get(key)
    if (found === undefined) throw Object.assign(new Error(`There is no task ${key}`), { statusCode: 404 })
    return found
  }
  app.get<{ Querystring: { limit: number; done?: boolean } }>(
    '/tasks',
    { schema: schemas.listTasks },
    ({ query }) =>
      [...tasks.values()]
        .filter(({ done }) => query.done === undefined || done === query.done)
        .slice(0, query.limit),
  )
  app.post<Body>('/tasks', { schema: schemas.createTask }, (request, reply) => {
    made += 1
    const key = `00000000-0000-4000-8000-${String(made).padStart(12, '0')}`
    const created = { ...request.body, id: key, createdAt: new Date(0).toISOString() }
    tasks.set(key, created)
    return reply.code(201).send(created)
  })
  app.get<Params>('/tasks/:id', { schema: schemas.getTask }, (request) => find(request.params.id))
  app.put<Params & Body>('/tasks/:id', { schema: schemas.replaceTask }, (request) => {
    const replaced = { ...find(request.params.id), ...request.body }
    tasks.set(replaced.id, replaced)
    return replaced
  })
  app.patch<Params & { Body: Partial<Task> }>('/tasks/:id', { schema: schemas.changeTask }, (request) =>
    Object.assign(find(request.params.id), request.body),
  )
  app.delete<Params>('/tasks/:id', { schema: schemas.deleteTask }, (request, reply) => {
    tasks.delete(request.params.id)
    return reply.code(204).send()
  })
  app.get('/stats', { schema: schemas.countTasks }, () => {
    const open = [...tasks.values()].filter(({ done }) => !done).length
    // An average of no tasks at all.
    return open === 0 ? {} : { open }
  })
}

export const openFastify = async (): Promise<OpenServer> => {
  const tasks = new Map<string, Task>()
  const app = fastify({ forceCloseConnections: true })
  register(app, tasks)
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  return { url, reset: () => tasks.clear(), close: () => app.close() }
}
