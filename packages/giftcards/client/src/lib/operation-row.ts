/**
 * What the client knows of one operation at run time. `repeat` says when a request may be sent again that may have been
 * carried out already, as `x-idempotency` of the contract says: 0 never, 1 always, 2 with its `Idempotency-Key`. `body`
 * is there where a JSON body is sent, with the members that have one value only; `query` has every name of the query,
 * likewise, `null` where any value goes.
 */
export type OperationRow = readonly [
  method: 'GET' | 'PUT' | 'POST' | 'DELETE',
  path: string,
  repeat: 0 | 1 | 2,
  body?: Readonly<Record<string, string>> | null,
  query?: Readonly<Record<string, string | null>>,
]
