import { own, type JsonObject } from '../../schema/json.ts'
import { toBreach, type Breach } from './breach.ts'
import { demand, mapIn, narrowTo, restrict, without } from './narrow-shell.ts'
import type { Shell } from './shell-of.ts'

/** Objects with more properties than this are not made. */
const MOST_PROPERTIES = 200

/** How an object can break `required`, `dependentRequired` and its bounds. What does not travel is not missed. */
export const objectBreaches = (shell: Shell, travels: (name: string) => boolean): Breach[] => [
  ...requiredBreaches(shell, travels),
  ...dependentBreaches(shell, travels),
  ...minPropertiesBreaches(shell),
  ...maxPropertiesBreaches(shell),
]

const requiredBreaches = (shell: Shell, travels: (name: string) => boolean): Breach[] =>
  namesIn(shell['required'])
    .filter(travels)
    .map((name) => {
      const others = namesIn(shell['required']).filter((other) => other !== name)
      const object = lacking({ ...shell, required: others }, name)
      return { ...toBreach('required', 'object_missing_required_property', object), lacks: name }
    })

const dependentBreaches = (shell: Shell, travels: (name: string) => boolean): Breach[] => {
  const dependent = mapIn(shell, 'dependentRequired')
  return Object.keys(dependent).flatMap((trigger) =>
    namesIn(own(dependent, trigger))
      .filter((name) => name !== trigger && travels(name))
      .map((name) => {
        const others = namesIn(own(dependent, trigger)).filter((other) => other !== name)
        const object = lacking({ ...shell, dependentRequired: { ...dependent, [trigger]: others } }, name)
        const scenario = 'object_missing_dependent_property'
        return { ...toBreach('dependentRequired', scenario, object && demand(object, trigger)), lacks: name }
      }),
  )
}

const minPropertiesBreaches = (shell: Shell): Breach[] => {
  const { minProperties } = shell
  if (typeof minProperties !== 'number' || minProperties < 1) return []
  return [
    breachOf(
      shell,
      'minProperties',
      'object_below_min_properties',
      { maxProperties: minProperties - 1 },
      { minProperties: minProperties - 1 },
    ),
  ]
}

const maxPropertiesBreaches = (shell: Shell): Breach[] => {
  const { maxProperties } = shell
  if (typeof maxProperties !== 'number' || maxProperties >= MOST_PROPERTIES) return []
  return [
    breachOf(
      shell,
      'maxProperties',
      'object_above_max_properties',
      { minProperties: maxProperties + 1 },
      { maxProperties: maxProperties + 1 },
    ),
  ]
}

const lacking = (shell: Shell, name: string): Shell | undefined => {
  const object = narrowTo(shell, 'object')
  return object && { ...object, properties: { ...mapIn(shell, 'properties'), [name]: false } }
}

const breachOf = (
  shell: Shell,
  keyword: string,
  scenario: string,
  negation: JsonObject,
  tight: JsonObject,
): Breach => {
  const object = narrowTo(without(shell, keyword), 'object')
  return toBreach(keyword, scenario, object && restrict(object, negation), { tight })
}

const namesIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((name) => typeof name === 'string') : []
