import { expect, it } from 'vitest'
import { listOperations } from './document-operations.ts'
import { createSchemaJudge } from './schema-judge.ts'

it('judges an answer by its status, its presence and its schema', () => {
  const content = { 'application/json': { schema: { type: 'object', required: ['id'] } } }
  const responses = { 200: { description: '', content }, 204: { description: '' } }
  const document = {
    openapi: '3.1.0',
    info: { title: 'x', version: '1' },
    paths: { '/x': { get: { operationId: 'x', responses } } },
  }
  const [operation, ...others] = listOperations(document)
  if (operation === undefined) throw new Error('The document has an operation')
  const schemaJudge = createSchemaJudge({ document, operations: [operation, ...others], guardedHeaders: [] })
  const { checkAnswer } = schemaJudge.judge(operation, {
    pathValues: {},
    search: '',
    header: () => undefined,
    body: { kind: 'absent' },
  })
  const verdicts = [
    checkAnswer(200, { id: 1 }),
    checkAnswer(200, {}),
    checkAnswer(200, undefined),
    checkAnswer(204, undefined),
    checkAnswer(204, {}),
    checkAnswer(201, { id: 1 }),
  ]
  expect(verdicts).toStrictEqual([
    undefined,
    "/response must have required property 'id'",
    'the body is missing',
    undefined,
    'a body is not declared',
    '201 is not declared',
  ])
})
