import type { Json } from '@contract-kit/json-schema/json'
import type { RequestValues } from '@contract-kit/openapi/wire'
import type { ExpressionSource } from '../src/links.ts'

/** The parts of an exchange that an expression can read. */
export interface SourceParts {
  readonly values?: Partial<RequestValues>
  readonly json?: Json
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
}

/** An exchange, as far as runtime expressions look at it: GET /pets/7. */
export const createSource = ({
  values = {},
  json,
  status = 200,
  headers = {},
}: SourceParts): ExpressionSource => ({
  case: {
    operation: undefined,
    values: { path: {}, query: {}, header: {}, cookie: {}, body: undefined, ...values },
    request: { method: 'GET', target: '/pets/7', headers: [['x-sent', 'yes']], body: undefined },
  },
  response: { status, json, header: (name) => headers[name] },
})
