import type { Json } from '../../schema/json.ts'
import type { RequestValues } from '../../wire/request-values.ts'
import type { ExpressionSource } from '../evaluate-expressions.ts'

/** What of an exchange matters to an expression. */
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
    phase: 'stateful',
    operation: undefined,
    path: '/pets/{petId}',
    scenario: '',
    mode: 'positive',
    target: { location: 'operation', name: '', keyword: '', pointer: '', documentUri: '' },
    values: { path: {}, query: {}, header: {}, cookie: {}, body: undefined, ...values },
    request: { method: 'GET', target: '/pets/7', headers: [['x-sent', 'yes']], body: undefined },
    auth: 'given',
  },
  answer: {
    status,
    headers: Object.entries(headers),
    body: new Uint8Array(),
    header: (name) => headers[name],
    contentType: 'application/json',
    text: '',
    json,
    jsonError: undefined,
    elapsedMs: 1,
  },
})
