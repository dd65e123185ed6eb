/** The parts of a bundled OpenAPI document that the generator reads. */
export interface OpenApiDocument {
  openapi: string
  paths: Record<string, PathItem>
}

/** Operations by method, beside the parameters that they share. */
type PathItem = Partial<Record<Method, OperationObject>> & { parameters?: unknown }

interface OperationObject {
  operationId: string
  tags?: string[]
  responses: Record<string, unknown>
  'x-access'?: string
}

/** One row of the operation table. */
export interface OperationRow {
  operationId: string
  method: string
  path: string
  statuses: number[]
  access: string
  tags: string[]
}

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const
type Method = (typeof methods)[number]

/** Every operation of the document, in document order. */
export function readOperations(document: OpenApiDocument): OperationRow[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method]
      return operation ? [toRow(path, method, operation)] : []
    }),
  )
}

function toRow(path: string, method: string, operation: OperationObject): OperationRow {
  const { operationId, tags = [], responses, 'x-access': access } = operation
  if (access === undefined) throw new Error(`${operationId} does not say who may call it (x-access)`)
  const statuses = Object.keys(responses).map(Number)
  return { operationId, method, path, statuses, access, tags }
}
