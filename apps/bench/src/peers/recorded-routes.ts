import { readFileSync } from 'node:fs'
import process from 'node:process'
import { operationTable, type OperationId } from '@giftcards/contract'
import type { RecordedAnswer, RecordedAnswers } from '../works/record-answers.ts'

/** An operation of the contract with the response that a side without a state gives. */
export interface RecordedRoute extends RecordedAnswer {
  readonly operationId: OperationId
  readonly method: 'get' | 'post' | 'put' | 'delete'
  /** With parameters as `{name}`. */
  readonly path: string
}

/** The routes of a side without a state, from the file that `ANSWERS` names. */
export function readRecordedRoutes(): readonly RecordedRoute[] {
  const file = process.env['ANSWERS'] ?? ''
  const answers = JSON.parse(readFileSync(file, 'utf8')) as RecordedAnswers
  return Object.values(operationTable).flatMap(({ operationId, method, path }) => {
    const answer = answers[operationId]
    return answer === undefined ? [] : [{ ...answer, operationId, method, path }]
  })
}

/** A path template as Express and Fastify write it: `:name` for `{name}`. */
export function toColonPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1')
}
