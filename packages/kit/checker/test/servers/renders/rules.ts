/** The fault of a value, and its place. */
export interface Fault {
  readonly pointer: string
  readonly message: string
}

/** Finds the faults of a value. */
export type Rule = (value: unknown, pointer: string) => readonly Fault[]

const says =
  (message: string, isRight: (value: unknown) => boolean): Rule =>
  (value, pointer) =>
    isRight(value) ? [] : [{ pointer, message }]

/** How many characters a text has; a pair of surrogates is one. */
export const lengthOf = (text: string): number => Array.from(text).length

/** A text between two lengths, of a form if one is given. */
export const text = ({
  min = 0,
  max = Infinity,
  form = () => true,
  measure = lengthOf,
}: {
  readonly min?: number
  readonly max?: number
  readonly form?: (text: string) => boolean
  readonly measure?: (text: string) => number
}): Rule =>
  says(
    `must be a text of ${min} to ${max} characters and of the right form`,
    (value) => typeof value === 'string' && measure(value) >= min && measure(value) <= max && form(value),
  )

/** One of these texts. */
export const oneOf = (...texts: readonly string[]): Rule =>
  says(`must be one of ${texts.join(', ')}`, (value) => texts.includes(value as string))

/** A number between two bounds, both included unless the lower is to lie beneath. */
export const number = ({
  above = -Infinity,
  min = -Infinity,
  max = Infinity,
}: {
  readonly above?: number
  readonly min?: number
  readonly max?: number
}): Rule =>
  says(
    `must be a number up to ${max}`,
    (value) => typeof value === 'number' && value > above && value >= min && value <= max,
  )

/** A whole number between two bounds, both included, in steps. */
export const whole = ({
  min,
  max,
  step = 1,
}: {
  readonly min: number
  readonly max: number
  readonly step?: number
}): Rule =>
  says(
    `must be a whole number from ${min} to ${max} in steps of ${step}`,
    (value) =>
      Number.isInteger(value) && Number(value) >= min && Number(value) <= max && Number(value) % step === 0,
  )

/** True or false. */
export const flag: Rule = says('must be true or false', (value) => typeof value === 'boolean')

/** Null, or what another rule asks for. */
export const nullOr =
  (rule: Rule): Rule =>
  (value, pointer) =>
    value === null ? [] : rule(value, pointer)

/** A list; `unique` compares texts. */
export const list =
  (
    rule: Rule,
    {
      min = 0,
      max = Infinity,
      unique = false,
    }: { readonly min?: number; readonly max?: number; readonly unique?: boolean },
  ): Rule =>
  (value, pointer) => {
    if (!Array.isArray(value)) return [{ pointer, message: 'must be a list' }]
    if (value.length < min || value.length > max)
      return [{ pointer, message: `must have ${min} to ${max} items` }]
    if (unique && new Set(value).size < value.length)
      return [{ pointer, message: 'must not have an item twice' }]
    return value.flatMap((item, index) => rule(item, `${pointer}/${index}`))
  }

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const pointerToken = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1')

/** An object with these fields, and no others unless it is open. */
export const record =
  (
    fields: Readonly<Record<string, Rule>>,
    {
      required = [],
      min = 0,
      open = false,
    }: { readonly required?: readonly string[]; readonly min?: number; readonly open?: boolean } = {},
  ): Rule =>
  (value, pointer) => {
    if (!isObject(value)) return [{ pointer, message: 'must be an object' }]
    const missing = required.filter((name) => !Object.hasOwn(value, name))
    if (missing.length > 0) return [{ pointer, message: `must have ${missing.join(', ')}` }]
    if (Object.keys(value).length < min) return [{ pointer, message: `must have at least ${min} fields` }]
    return Object.entries(value).flatMap(([name, item]) => {
      const at = `${pointer}/${pointerToken(name)}`
      if (Object.hasOwn(fields, name)) return fields[name]?.(item, at) ?? []
      return open ? [] : [{ pointer: at, message: 'is not known' }]
    })
  }

/** An object of at most so many fields, whose names have a form and whose values keep a rule. */
export const map =
  (name: (name: string) => boolean, rule: Rule, max: number): Rule =>
  (value, pointer) => {
    if (!isObject(value)) return [{ pointer, message: 'must be an object' }]
    if (Object.keys(value).length > max) return [{ pointer, message: `must have at most ${max} fields` }]
    return Object.entries(value).flatMap(([key, item]) => {
      const at = `${pointer}/${pointerToken(key)}`
      return name(key) ? rule(item, at) : [{ pointer: at, message: 'has not a name of the right form' }]
    })
  }

/** An object which one of its fields tells how to judge. */
export const choice =
  (tell: string, rules: Readonly<Record<string, Rule>>): Rule =>
  (value, pointer) => {
    const kind = isObject(value) ? value[tell] : undefined
    const rule = typeof kind === 'string' && Object.hasOwn(rules, kind) ? rules[kind] : undefined
    const message = `must be one of ${Object.keys(rules).join(', ')}`
    return rule === undefined ? [{ pointer: `${pointer}/${tell}`, message }] : rule(value, pointer)
  }

/** An object that is judged by the first rule whose field it has, by the last where it has none. */
export const firstWith =
  (...rules: readonly (readonly [field: string, rule: Rule])[]): Rule =>
  (value, pointer) => {
    const found = rules.find(([field]) => isObject(value) && Object.hasOwn(value, field)) ?? rules.at(-1)
    return found?.[1](value, pointer) ?? []
  }
