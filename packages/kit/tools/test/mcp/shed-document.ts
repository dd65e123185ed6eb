import { parse } from 'yaml'
import { type JsonObject, toObject } from '../../src/documents/json.ts'

/** An API with every kind of parameter, body and credential that a call can send. */
export const shedDocument: JsonObject = toObject(
  parse(`openapi: 3.1.1
info:
  title: Tool shed
  version: 1.2.0
  description: "Lend tools.\\n\\n## Opening hours\\n\\nNever on Sunday."
servers: [{ url: 'https://shed.example/{stage}', variables: { stage: { default: v1 } } }]
security: [{ memberCard: [], session: [] }]
tags: [{ name: Tools, description: What can be lent. }]
paths:
  /tools:
    get:
      operationId: listTools
      summary: List tools
      tags: [Tools]
      security: [{}, { memberCard: [] }]
      parameters:
        - { name: kind, in: query, schema: { type: array, items: { enum: [saw, plane] } } }
        - { name: limit, in: query, schema: { type: integer, minimum: 1 } }
        - { name: near, in: query, content: { application/json: { schema: { type: object } } } }
        - { name: x-trace, in: header, schema: { type: string, maxLength: 20 } }
        - { name: shelf, in: cookie, schema: { type: string } }
      responses:
        200:
          description: The tools.
          headers: { x-total: { schema: { type: integer } } }
          content:
            application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Tool' } } }
  /tools/{tool-id}:
    parameters: [{ name: tool-id, in: path, required: true, schema: { type: string } }]
    get: { summary: Show a tool, responses: { 200: { description: The tool. } } }
    delete: { operationId: scrapTool, deprecated: true, responses: { 204: { description: Gone. } } }
  /loans:
    post:
      operationId: lendTool
      summary: Lend a tool
      requestBody:
        required: true
        content:
          application/json:
            schema: { $ref: '#/components/schemas/Loan' }
            examples: { week: { value: { kind: week, toolId: 7 } } }
          application/x-www-form-urlencoded: { schema: { $ref: '#/components/schemas/Loan' } }
      responses:
        201:
          description: It is yours.
          content: { application/json: { schema: { type: object, required: [id] } } }
        4XX: { description: You have too many tools. }
  /photos:
    post:
      operationId: addPhoto
      security: []
      requestBody:
        content:
          multipart/form-data:
            schema:
              type: object
              properties:
                name: { type: string }
                photo: { type: string, format: binary }
                place: { type: object }
      responses: { 201: { description: Added. } }
components:
  securitySchemes:
    memberCard: { type: apiKey, in: header, name: x-member, description: Ask the warden. }
    session: { type: http, scheme: bearer }
  schemas:
    Tool:
      type: object
      required: [id]
      properties:
        id: { type: integer }
        parts: { type: array, items: { $ref: '#/components/schemas/Tool' } }
    Loan:
      oneOf:
        - type: object
          required: [kind, toolId]
          properties: { kind: { const: week }, toolId: { type: integer, minimum: 1 } }
        - type: object
          required: [kind, until]
          properties: { kind: { const: until }, until: { type: string } }
`),
)

/** The credentials of a call, by security scheme. */
export const credentials = { memberCard: 'card-7788', session: 'token-5566' }
