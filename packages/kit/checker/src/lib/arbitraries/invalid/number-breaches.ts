import type { JsonObject } from '../../schema/json.ts'
import { toBreach, type Breach } from './breach.ts'
import { toRounded } from '../scenarios/template/to-rounded.ts'
import { narrowTo, numberIn, restrict, without } from './narrow-shell.ts'
import type { Shell } from './shell-of.ts'

const ABOVE = 'value_above_maximum'
const BELOW = 'value_below_minimum'

/** How a number can break `minimum`, `maximum`, their exclusive forms and `multipleOf`. */
export const numberBreaches = (shell: Shell): Breach[] => [
  ...breachOf(shell, 'minimum', BELOW, (bound) => [{ exclusiveMaximum: bound }, beyond(shell, bound, -1)]),
  ...breachOf(shell, 'maximum', ABOVE, (bound) => [{ exclusiveMinimum: bound }, beyond(shell, bound, 1)]),
  ...breachOf(shell, 'exclusiveMinimum', BELOW, (bound) => [{ maximum: bound }, [bound]]),
  ...breachOf(shell, 'exclusiveMaximum', ABOVE, (bound) => [{ minimum: bound }, [bound]]),
  ...breachOf(shell, 'multipleOf', 'not_multiple_of', (step) => [
    { not: { multipleOf: step } },
    [toRounded(step / 2)],
  ]),
]

const breachOf = (
  shell: Shell,
  keyword: string,
  scenario: string,
  opposite: (bound: number) => readonly [JsonObject, readonly number[]],
): Breach[] => {
  const bound = shell[keyword]
  if (typeof bound !== 'number') return []
  const number = narrowTo(without(shell, keyword), 'number')
  const [negation, probes] = opposite(bound)
  return [toBreach(keyword, scenario, number && restrict(number, negation), { probes })]
}

/** The nearest numbers beyond a bound: one step of `multipleOf`, one, a half. */
const beyond = (shell: Shell, bound: number, way: 1 | -1): number[] =>
  [numberIn(shell, 'multipleOf', 1), 1, 0.5].map((step) => toRounded(bound + way * step))
