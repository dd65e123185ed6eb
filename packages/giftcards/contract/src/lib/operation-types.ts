/** Each type below takes one operation of a generated `operations` interface. */
type JsonContent<Part> = [Part] extends [never]
  ? undefined
  : Part extends { content: { 'application/json': infer Body } }
    ? Body
    : undefined

type ParametersOf<Operation, Place extends string> = Operation extends { parameters: infer Parameters }
  ? Place extends keyof Parameters
    ? Parameters[Place]
    : undefined
  : undefined

type ResponsesOf<Operation> = Operation extends { responses: infer Responses } ? Responses : never

/** The statuses an operation declares, as numbers. */
export type StatusOf<Operation> = keyof ResponsesOf<Operation> & number

/** The JSON body of one declared status; `undefined` if that status has none. */
export type ResponseOf<Operation, Status extends StatusOf<Operation>> = JsonContent<
  ResponsesOf<Operation>[Status]
>

/** The JSON request body; `undefined` if the operation has none. */
export type RequestBodyOf<Operation> = Operation extends { requestBody?: infer RequestBody }
  ? JsonContent<NonNullable<RequestBody>>
  : undefined

/** The parameters of one place: `path`, `query` or `header`; `undefined` if there are none. */
export type ParametersIn<Operation, Place extends 'path' | 'query' | 'header'> =
  Exclude<ParametersOf<Operation, Place>, undefined> extends never
    ? undefined
    : Exclude<ParametersOf<Operation, Place>, undefined>

/** The union of the responses an operation declares: one member per status, each with its headers and body. */
export type AnswerOf<Operation> = {
  [Status in StatusOf<Operation>]: {
    status: Status
    headers: ResponsesOf<Operation>[Status] extends { headers: infer Headers } ? Headers : never
    body: ResponseOf<Operation, Status>
  }
}[StatusOf<Operation>]
