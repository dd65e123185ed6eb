import { resolved, type SettingSchema, settingsSchema } from '../core/settings-schema.ts'

/** A setting and its flag, if any. */
export interface Setting {
  /** The path in the settings: `['tls', 'ca']`. */
  readonly path: readonly [name: string] | readonly [parent: string, name: string]
  readonly schema: SettingSchema
  /** Whether a configuration may contain it; otherwise only the command line. */
  readonly isConfigurable: boolean
  /** The flag as shown in help: `-H, --header <name: value>`; empty if there is none. */
  readonly flag: string
  /** The name of the flag, without its dashes; undefined for a positional argument. */
  readonly name: string | undefined
  readonly short: string | undefined
  /** The placeholder for the value: `name: value`; empty for a boolean flag. */
  readonly placeholder: string
  /** The value of one unit of the flag, in the unit of the setting. */
  readonly unit: number
}

/** One percent, as a share. */
export const PERCENT = 0.01

/** The units named in placeholders. */
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

/** The commands: `check` sends its own requests; `judge` and `proxy` evaluate recorded or proxied ones. */
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

/** The flags of a command, by name. */
export const flagsOf = (command: Command): ReadonlyMap<string, Setting> =>
  new Map(
    settingsOf(command).flatMap((setting) =>
      setting.name === undefined ? [] : [[setting.name, setting] as const],
    ),
  )

/** The allowed values or names of a setting; undefined if unrestricted. */
export const choicesOf = ({
  enum: values,
  propertyNames,
  properties,
}: SettingSchema): readonly string[] | undefined =>
  values ?? propertyNames?.enum ?? (properties && Object.keys(properties))

/** The default of a setting in the unit of its flag; undefined if there is none. */
export const defaultText = ({
  schema: { default: value },
  placeholder,
  unit,
}: Setting): string | undefined =>
  typeof value === 'number'
    ? `${value / unit}${placeholder === 'seconds' ? ' s' : ''}`
    : value?.toString().replaceAll(',', ', ')
