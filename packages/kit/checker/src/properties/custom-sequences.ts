import { suggest } from '@contract-kit/json-schema/text'
import type { ApiDocument, ApiOperation } from '@contract-kit/openapi'
import { assertCustomRule, toCheckedExchange } from '../checks/custom-checks.ts'
import { ConfigurationError } from '../core/check-options.ts'
import { createFinding } from '../core/check.ts'
import type { CustomSequence, SequenceParts } from '../core/custom-sequence.ts'
import { defineEvidence, judges, type PropertyRule } from '../core/evidence.ts'
import type { Exchange } from '../core/exchange.ts'
import { learnId, provideInputs } from '../scenarios/items.ts'
import type { ValueOverride } from '../scenarios/port.ts'
import { defineScenario } from '../scenarios/scenario.ts'
import { isDone, ScenarioStop, type Walk } from '../scenarios/walk.ts'
import type { Property } from './property.ts'

/** Converts custom sequences to properties. Throws {@link ConfigurationError} for an invalid or duplicate id, or an unknown operation. */
export const toProperties = (
  sequences: readonly CustomSequence[],
  document: ApiDocument,
  takenIds: readonly string[],
): readonly Property[] =>
  sequences.map((sequence, index) => {
    const others = sequences.slice(0, index).map(({ id }) => id)
    assertCustomRule('sequence', sequence, [...takenIds, ...others])
    return toProperty(sequence, findOperation(document, sequence.operationId))
  })

const findOperation = (document: ApiDocument, operationId: string): ApiOperation => {
  const found = document.operations.find(({ id }) => id === operationId)
  if (found !== undefined) return found
  const ids = document.operations.map(({ id }) => id)
  throw new ConfigurationError(`The document has no operation ${operationId}${suggest(ids, operationId)}`)
}

const toProperty = (sequence: CustomSequence, operation: ApiOperation): Property => {
  const { id, title, severity = 'medium' } = sequence
  const kind = defineEvidence<{ exchanges: readonly Exchange[] }>(`sequence ${id}`)
  /** The result of each run of the sequence, by its last exchange. */
  const causes = new WeakMap<Exchange, string>()
  const rule: PropertyRule = {
    id,
    title,
    severity,
    oracles: [
      judges(kind, ({ exchanges }) => {
        const last = exchanges.at(-1)
        const message = last && causes.get(last)
        const about = exchanges.findLast((exchange) => exchange.case.operation === operation) ?? last
        return about === undefined || message === undefined ? [] : [createFinding({ id }, about, message)]
      }),
    ],
  }
  const scenario = defineScenario(`sequence ${id}`, operation, title, async (walk) => {
    const message = await runSequence(walk, sequence)
    const last = walk.history.at(-1)
    if (last === undefined) return
    if (message !== undefined) causes.set(last, message)
    walk.show(kind, { exchanges: walk.history.slice() })
  })
  return { rules: [rule], ofDocument: () => [{ ...scenario, watches: true, wanders: true }] }
}

const runSequence = async (walk: Walk, { id, run }: CustomSequence): Promise<string | undefined> => {
  let message: unknown
  try {
    message = await run({ call: (operationId, parts = {}) => call(walk, operationId, parts) })
  } catch (error) {
    if (error instanceof ScenarioStop || error instanceof ConfigurationError) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new ConfigurationError(`The sequence ${id} failed: ${reason}`, { cause: error })
  }
  if (message === undefined || (typeof message === 'string' && message !== '')) return message
  throw new ConfigurationError(`The sequence ${id} must return a sentence or nothing.`)
}

const call = async (walk: Walk, operationId: string, parts: SequenceParts) => {
  const operation = findOperation(walk.port.document, operationId)
  const made = walk.port.graph.resources.find(({ create }) => create?.operation === operation)
  await provideInputs(walk, operation, made)
  const before = made && walk.ids.get(made)
  if (made !== undefined) walk.ids.delete(made)
  const { mayBeRejected = false } = parts
  const exchange = await walk.send(operation, { overrides: toOverrides(parts), mayBeRejected })
  if (made !== undefined) {
    const id = isDone(exchange) ? await learnId(walk, made, exchange, before) : before
    if (id !== undefined) walk.ids.set(made, id)
  }
  return toCheckedExchange(exchange).response
}

const toOverrides = ({ path, query, headers, body }: SequenceParts): readonly ValueOverride[] => [
  ...(['path', 'query', 'header'] as const).flatMap((location) =>
    Object.entries({ path, query, header: headers }[location] ?? {}).map(([name, value]) => ({
      location,
      name,
      value,
    })),
  ),
  ...(body === undefined ? [] : [{ location: 'body', name: '', value: body } as const]),
]
