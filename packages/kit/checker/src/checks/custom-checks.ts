import { ConfigurationError } from '../core/check-options.ts'
import { type Check, createFinding, defineCheck, SEVERITIES } from '../core/check.ts'
import type { CheckedExchange, CustomCheck } from '../core/custom-check.ts'
import type { Exchange } from '../core/exchange.ts'

/** Converts custom checks to the built-in form. Throws {@link ConfigurationError} for an invalid or duplicate id. */
export const toChecks = (checks: readonly CustomCheck[], takenIds: readonly string[]): readonly Check[] =>
  checks.map((check, index) => {
    const others = checks.slice(0, index).map((other) => other.id)
    assertCustomRule('check', check, [...takenIds, ...others])
    const { id, title, severity = 'medium' } = check
    return defineCheck({
      id,
      title,
      severity,
      needs: 'sequence',
      appliesTo: () => true,
      verify: (exchange) => {
        const message = runCheck(check, exchange)
        return message === undefined ? [] : [createFinding({ id }, exchange, message)]
      },
    })
  })

/** Throws {@link ConfigurationError} for an incomplete custom rule, or one with an invalid or duplicate id. */
export const assertCustomRule = (
  kind: 'check' | 'sequence',
  {
    id,
    title,
    severity = 'medium',
    run,
  }: Pick<CustomCheck, 'id' | 'title' | 'severity'> & { readonly run: unknown },
  takenIds: readonly string[],
): void => {
  if (typeof run !== 'function' || typeof title !== 'string' || !SEVERITIES.includes(severity))
    throw new ConfigurationError(
      `The ${kind} ${id} must have a title, a function \`run\`, and a known severity.`,
    )
  if (!/^[a-z][a-z\d]*(-[a-z\d]+)*$/.test(id))
    throw new ConfigurationError(`The id of the ${kind} ${id} must be lowercase words joined by hyphens.`)
  if (takenIds.includes(id)) throw new ConfigurationError(`A check ${id} already exists; choose another id.`)
}

const runCheck = ({ id, run }: CustomCheck, exchange: Exchange): string | undefined => {
  let result: unknown
  try {
    result = run(toCheckedExchange(exchange))
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new ConfigurationError(`The check ${id} failed: ${reason}`, { cause: error })
  }
  if (result === undefined || (typeof result === 'string' && result !== '')) return result
  throw new ConfigurationError(`The check ${id} must return a sentence or nothing, not a promise.`)
}

/** The form in which custom checks and sequences read an exchange. */
export const toCheckedExchange = (exchange: Exchange): CheckedExchange => {
  const { case: sent, response, verdict, history } = exchange
  const { method, target, headers, body } = sent.request
  return {
    operationId: sent.operation?.id ?? null,
    method,
    path: sent.path,
    phase: sent.phase,
    scenario: sent.scenario,
    validity: verdict?.isValid === true ? 'valid' : verdict?.isInvalid === true ? 'invalid' : 'unclear',
    request: { target, headers: toTable(headers), body },
    response: {
      status: response.status,
      headers: toTable(response.headers),
      text: response.text,
      json: response.json,
      elapsedMs: response.elapsedMs,
    },
    get history() {
      return history.map(toCheckedExchange)
    },
  }
}

const toTable = (headers: readonly (readonly [string, string])[]): Record<string, string> => {
  const table: Record<string, string> = {}
  for (const [name, value] of headers) {
    const known = table[name]
    table[name] = known === undefined ? value : `${known}, ${value}`
  }
  return table
}
