import { resolved, type SettingSchema, settingsSchema } from '../core/settings-schema.ts'

/** A setting, with the flag that sets it if it has one. */
export interface Setting {
  /** The path in the settings: `['tls', 'ca']`. */
  readonly path: readonly [name: string] | readonly [parent: string, name: string]
  readonly schema: SettingSchema
  /** Whether a configuration may have it; otherwise it is one of the command line alone. */
  readonly isConfigurable: boolean
  /** The flag as help shows it: `-H, --header <name: value>`; empty if only a configuration can have it. */
  readonly flag: string
  /** The name of the flag, without its dashes; undefined for a positional argument. */
  readonly name: string | undefined
  readonly short: string | undefined
  /** The value of the flag: `name: value`; empty for one that is on or off. */
  readonly placeholder: string
  /** How much of the setting is one of the unit in which the flag is given. */
  readonly unit: number
}

/** The unit of a share that is given in percent. */
export const PERCENT = 0.01

/** The units that the placeholder of a value names. */
const UNITS: Readonly<Record<string, number>> = { seconds: 1000, 'kind=percent': PERCENT }

const readSettings = (
  properties: SettingSchema['properties'] = {},
  isConfigurable: boolean,
  parent?: string,
): readonly Setting[] =>
  Object.entries(properties).flatMap(([property, declared]) => {
    const schema = resolved(declared)
    const { 'x-flag': written } = schema
    if (written === undefined) return readSettings(schema.properties, isConfigurable, property)
    const flag = written === false ? '' : written
    const [, short, name, placeholder = ''] = FLAG.exec(flag) ?? []
    const path = parent === undefined ? ([property] as const) : ([parent, property] as const)
    return { path, schema, isConfigurable, flag, short, name, placeholder, unit: UNITS[placeholder] ?? 1 }
  })

const FLAG = /^(?:-(\w), )?(?:--([\w-]+))?(?: ?<(.*)>)?$/

/** Every setting, in the order of help and documentation. */
export const settings: readonly Setting[] = [
  ...readSettings(settingsSchema.properties, true),
  ...readSettings(settingsSchema.$defs['CommandLine']?.properties, false),
]

/** The commands of the program: it checks a server with its own requests, or judges recorded or proxied ones. */
export const COMMANDS = ['check', 'judge', 'proxy'] as const

export type Command = (typeof COMMANDS)[number]

/** The settings of a command. Settings without `x-commands` belong to `check`. */
export const settingsOf = (command: Command): readonly Setting[] =>
  settings.flatMap((setting) => {
    const { 'x-commands': commands = ['check'] } = setting.schema
    if (!commands.includes(command)) return []
    const isFirst = command !== 'check' && setting.flag === '<document>'
    return [isFirst ? { ...setting, flag: '--document <file>', name: 'document' } : setting]
  })

/** The settings of a command that have a flag, by its name. */
export const flagsOf = (command: Command): ReadonlyMap<string, Setting> =>
  new Map(
    settingsOf(command).flatMap((setting) =>
      setting.name === undefined ? [] : [[setting.name, setting] as const],
    ),
  )

/** The values or names that a setting may have; undefined if any. */
export const choicesOf = ({
  enum: values,
  propertyNames,
  properties,
}: SettingSchema): readonly string[] | undefined =>
  values ?? propertyNames?.enum ?? (properties && Object.keys(properties))

/** The default of a setting in the unit of its flag; undefined if it has none. */
export const defaultText = ({
  schema: { default: value },
  placeholder,
  unit,
}: Setting): string | undefined =>
  typeof value === 'number'
    ? `${value / unit}${placeholder === 'seconds' ? ' s' : ''}`
    : value?.toString().replaceAll(',', ', ')
