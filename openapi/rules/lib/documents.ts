/** The parts of an OpenAPI document that the rules look at. */
export interface OperationNode {
  operationId?: string
  summary?: string
  tags?: string[]
  parameters?: unknown[]
  requestBody?: unknown
  responses?: Record<string, unknown>
  'x-access'?: string
  'x-idempotency'?: string
  'x-source'?: string
  'x-unknown-id'?: Record<string, string>
}

export interface ParameterNode {
  name?: string
}

export interface ResponseNode {
  headers?: Record<string, unknown>
  content?: Record<string, MediaTypeNode>
  'x-source'?: string
}

export interface MediaTypeNode {
  schema?: Record<string, unknown>
  examples?: Record<string, unknown>
}

export interface SchemaNode {
  type?: string | string[]
  description?: string
  properties?: Record<string, SchemaNode | boolean>
  required?: string[]
  maxItems?: number
  multipleOf?: number
  [keyword: string]: unknown
}
