/** A document with one operation, `act`, at one path; secured where `security` says so. */
export const oneOperation = (
  operation: object = {},
  { path = '/things', method = 'get', more = {} } = {},
): object => ({
  paths: {
    [path]: {
      [method]: { operationId: 'act', responses: { 200: { description: 'ok' } }, ...operation },
      ...more,
    },
  },
  components: {
    securitySchemes: {
      bearer: { type: 'http', scheme: 'bearer' },
      certificate: { type: 'mutualTLS' },
      oauth: {
        type: 'oauth2',
        flows: { clientCredentials: { tokenUrl: 'https://api.example.org/v1/token', scopes: {} } },
      },
    },
  },
})

/** A response that documents JSON of a schema. */
export const jsonResponse = (schema: object | boolean = {}, more: object = {}): object => ({
  description: 'ok',
  content: { 'application/json': { schema } },
  ...more,
})

/** A body of JSON. */
export const jsonBody = (schema: object | boolean = {}, required = true): object => ({
  required,
  content: { 'application/json': { schema } },
})
