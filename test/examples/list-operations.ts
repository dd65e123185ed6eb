import {
  type BodyObject,
  dereference,
  type ExampleObject,
  type FullDocument,
  type OperationObject,
  type ParameterObject,
} from './full-document.ts'

/** An operation of a document with its examples, references followed. */
export interface ExampledOperation {
  readonly operationId: string
  readonly method: string
  readonly path: string
  /** The `example` of each required path or query parameter. */
  readonly pathDefaults: Readonly<Record<string, string | number>>
  readonly queryDefaults: Readonly<Record<string, string | number>>
  readonly takesBody: boolean
  readonly requests: Readonly<Record<string, ExampleObject>>
  readonly answers: readonly {
    readonly status: number
    readonly name: string
    readonly example: ExampleObject
  }[]
}

const methods = ['get', 'put', 'post', 'delete', 'patch']

/** Every operation of the document, in its order. */
export function listOperations(document: FullDocument): readonly ExampledOperation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => methods.includes(method))
      .map(([method, operation]) =>
        read(document, path, method, operation as OperationObject, item['parameters'] as never),
      ),
  )
}

function read(
  document: FullDocument,
  path: string,
  method: string,
  { operationId, parameters = [], requestBody, responses }: OperationObject,
  shared: readonly ParameterObject[] = [],
): ExampledOperation {
  const all = [...shared, ...parameters].map((parameter) => dereference(document, parameter))
  const defaultsIn = (place: string): Record<string, string | number> =>
    Object.fromEntries(
      all
        .filter((parameter) => parameter.in === place && parameter.required === true)
        .map(({ name = '', example = '' }) => [name, example]),
    )
  return {
    operationId,
    method,
    path,
    pathDefaults: defaultsIn('path'),
    queryDefaults: defaultsIn('query'),
    takesBody: requestBody !== undefined,
    requests: examplesOf(document, requestBody ?? {}),
    answers: Object.entries(responses).flatMap(([status, response]) =>
      Object.entries(examplesOf(document, response)).map(([name, example]) => ({
        status: Number(status),
        name,
        example,
      })),
    ),
  }
}

function examplesOf(document: FullDocument, body: BodyObject): Readonly<Record<string, ExampleObject>> {
  return dereference(document, body).content?.['application/json']?.examples ?? {}
}
