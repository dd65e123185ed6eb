import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createJudge, type Failure, type Json } from '@contract-kit/json-schema'
import { findAt } from '@contract-kit/json-schema/json'

/** The keywords of `config.schema.json` that define settings. `docs/changing-the-checker.md` describes those that begin with `x-`. */
export interface SettingSchema {
  readonly $ref?: string
  readonly title?: string
  readonly description?: string
  readonly type?: 'array' | 'boolean' | 'integer' | 'number' | 'object' | 'string'
  readonly enum?: readonly string[]
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: number
  readonly items?: SettingSchema
  readonly properties?: Readonly<Record<string, SettingSchema>>
  readonly required?: readonly string[]
  readonly propertyNames?: SettingSchema
  readonly additionalProperties?: SettingSchema | false
  readonly default?: string | number | boolean | readonly string[]
  readonly writeOnly?: boolean
  readonly 'x-flag'?: string | false
  readonly 'x-group'?: string
  readonly 'x-commands'?: readonly ('check' | 'judge' | 'proxy')[]
}

/** `config.schema.json`: the source of all settings, flags and their tables. */
export const settingsSchema = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../config.schema.json'), 'utf8'),
) as SettingSchema & {
  readonly properties: Readonly<Record<string, SettingSchema>>
  readonly $defs: Readonly<Record<string, SettingSchema>>
}

/** A schema merged with the definition that it references; its own keywords win. */
export const resolved = ({ $ref, ...own }: SettingSchema): SettingSchema =>
  $ref === undefined ? own : { ...schemaAt($ref.slice(1)), ...own }

const schemaAt = (pointer: string): SettingSchema =>
  findAt(settingsSchema as unknown as Json, pointer) as SettingSchema

/** Validates settings by the schema, or those of a command line by its definition. */
export const judgeSettings: (settings: unknown) => readonly Failure[] = createJudge(settingsSchema)
export const judgeCommandLine: typeof judgeSettings = createJudge(settingsSchema, {
  pointer: '/$defs/CommandLine',
})

/** Describes an invalid setting, with limits in units of the given size: `must be a whole number from 1 to 256`. */
export const explain = ({ message, schemaPointer }: Failure, unit = 1): string => {
  const requirement = requirementOf(schemaAt(schemaPointer.slice(0, schemaPointer.lastIndexOf('/'))), unit)
  return requirement === undefined ? message : `must be ${requirement}`
}

const requirementOf = (schema: SettingSchema, unit: number): string | undefined => {
  const { title, type = '', enum: names, minimum, exclusiveMinimum, maximum } = schema
  if (title !== undefined) return title
  if (names !== undefined) return `one of ${names.join(', ')}`
  if (exclusiveMinimum !== undefined) return `${KINDS[type]} above ${exclusiveMinimum / unit}`
  if (minimum === undefined) return KINDS[type]
  return maximum === undefined
    ? `${KINDS[type]} of at least ${minimum / unit}`
    : `${KINDS[type]} from ${minimum / unit} to ${maximum / unit}`
}

const KINDS: Readonly<Record<string, string>> = {
  boolean: 'true or false',
  integer: 'a whole number',
  number: 'a number',
  string: 'a text that is not empty',
}
