import { parseArgs } from 'node:util'
import type { Failure, Json } from '@contract-kit/json-schema'
import { suggest } from '@contract-kit/json-schema/text'
import { ConfigurationError } from '../core/check-options.ts'
import type { CommandLine, Settings } from '../core/settings.ts'
import { explain, judgeCommandLine, judgeSettings } from '../core/settings-schema.ts'
import { type ReportKind, reportKinds, type ReportTarget } from '../reports/write-report.ts'
import { choicesOf, type Command, COMMANDS, flagsOf, PERCENT, type Setting } from './flags.ts'

/** The parsed command line, without defaults. */
export interface CliArguments {
  /** Settings that override those of a configuration. */
  readonly settings: Omit<Settings, 'reports'> & CommandLine
  readonly reports: readonly ReportTarget[]
  /** The recordings to judge. */
  readonly files: readonly string[]
}

/** Reads the command line; `help` and `version` if requested. Throws {@link ConfigurationError}. */
export const parseArguments = (
  argv: readonly string[],
  command: Command = 'check',
): CliArguments | 'help' | 'version' => {
  const flags = flagsOf(command)
  const { given, positionals } = parseStrictly(argv, command)
  if (given['help'] === true) return 'help'
  if (given['version'] === true) return 'version'
  const files = positionals.filter((text) => !isReport(text))
  const document = command === 'check' ? readDocument(files, given) : undefined
  if (command === 'proxy' && files[0] !== undefined)
    throw new ConfigurationError(`Write the command to run after two dashes: -- ${files[0]}.`)
  const settings: Values = document === undefined ? {} : { document }
  const reports: Pair[] = []
  for (const [name, setting] of flags) {
    const texts = [given[name] ?? []].flat().map(String)
    // Several reports may be of one kind, which an object cannot hold.
    if (name === 'report') reports.push(...readPairs(setting, [...texts, ...positionals.filter(isReport)]))
    else if (texts.length > 0) put(settings, setting.path, readValue(setting, texts))
  }
  const { writeOverlay }: CommandLine = settings
  if (writeOverlay !== undefined) reports.push(['overlay', writeOverlay])
  return {
    settings,
    reports: reports.map(([kind, path]) => ({ kind: kind as ReportKind, path: String(path) })),
    files: command === 'judge' ? files : [],
  }
}

const readDocument = ([document, tooMany]: readonly string[], given: Given): string | undefined => {
  if (tooMany === undefined) return document
  throw new ConfigurationError(
    given['url'] === undefined && /^https?:/.test(tooMany)
      ? `Pass the server as an option: --url ${tooMany}.`
      : `Only one document is allowed; ${tooMany} is a second one.`,
  )
}

type Values = Record<string, Json>

const put = (values: Values, [name, inner]: Setting['path'], value: Json): void => {
  values[name] = inner === undefined ? value : { ...(values[name] as Values | undefined), [inner]: value }
}

/** The texts given to each flag, by name. */
type Given = Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>

const parseStrictly = (
  argv: readonly string[],
  command: Command,
): { readonly given: Given; readonly positionals: readonly string[] } => {
  const flags = flagsOf(command)
  const unknown = argv.find((text) => /^--./.test(text) && !flags.has(nameOf(text)))
  if (unknown !== undefined) {
    const names = [...flags.keys()].map((name) => `--${name}`)
    const given = `--${nameOf(unknown)}`
    const owner = COMMANDS.find((other) => flagsOf(other).has(nameOf(unknown)))
    if (owner !== undefined)
      throw new ConfigurationError(`The option ${given} belongs to ${owner}, not to ${command}.`)
    throw new ConfigurationError(`Unknown option ${given}${suggest(names, given)}`)
  }
  const options = [...flags].map(([name, { schema, short }]) => {
    const isList = schema.type === 'array' || schema.type === 'object'
    const type = schema.type === 'boolean' ? 'boolean' : 'string'
    return [name, { type, multiple: isList, ...(short !== undefined && { short }) }] as const
  })
  try {
    const config = { args: [...argv], options: Object.fromEntries(options), allowPositionals: true }
    const { values: given, positionals } = parseArgs(config)
    return { given, positionals }
  } catch (error) {
    throw new ConfigurationError(`The command line cannot be read: ${reasonOf(error)}`, { cause: error })
  }
}

const nameOf = (flag: string): string => flag.slice(2).split('=')[0] ?? ''

/** The first sentence of Node's message, without the advice that follows. */
const reasonOf = (error: unknown): string => {
  const [sentence = ''] = (error instanceof Error ? error.message : String(error)).split(/[.\n]/)
  return `${sentence}.`
}

/** Whether an argument is a report and its file: `--report json=a junit=b` has two values. */
const isReport = (text: string): boolean => reportKinds.some((kind) => text.startsWith(`${kind}=`))

/** Parses the value of a setting. Throws {@link ConfigurationError}. */
const readValue = (setting: Setting, texts: readonly string[]): Json => {
  const flag = `--${setting.name}`
  switch (setting.schema.type) {
    case 'boolean':
      return setting.schema.default !== true
    case 'array': {
      const items = texts.flatMap(splitList)
      return [...new Set(items.map((text) => readText(setting, flag, text, (item) => [item])))]
    }
    case 'object': {
      const pairs = readPairs(setting, texts)
      if (!holdsLists(setting)) return Object.fromEntries(pairs)
      const lists = Map.groupBy(pairs, ([name]) => name)
      return Object.fromEntries([...lists].map(([name, of]) => [name, of.map(([, value]) => value)]))
    }
    default:
      return readText(setting, flag, texts.at(-1) ?? '', (value) => value)
  }
}

/** Splits a comma-separated text. */
const splitList = (text: string): readonly string[] =>
  text.split(',').flatMap((part) => (part.trim() === '' ? [] : [part.trim()]))

type Pair = readonly [name: string, value: string | number]

/** Parses names with values, separated as the flag shows: `name: value` or `kind=file`. Throws {@link ConfigurationError}. */
const readPairs = (setting: Setting, texts: readonly string[]): readonly Pair[] => {
  const { name: flag, schema, placeholder } = setting
  const [word = '', separator = ''] = /^(\w+)(.)/.exec(placeholder)?.slice(1) ?? []
  const names = choicesOf(schema)
  const rule = names === undefined ? schema.propertyNames?.title : `one of ${names.join(', ')}`
  // If the names are fixed, values are numbers without commas.
  const pairs = schema.properties === undefined ? texts : texts.flatMap(splitList)
  return pairs.map((text) => {
    const at = text.indexOf(separator)
    const name = text.slice(0, Math.max(at, 0)).trim()
    const inPair = (value: Json): Json => ({ [name]: holdsLists(setting) ? [value] : value })
    if (!judge(setting, inPair('')).some(({ schemaPointer }) => NAME_RULE.test(schemaPointer)))
      return [name, readText(setting, `--${flag} ${name}`, text.slice(at + 1).trim(), inPair)]
    throw new ConfigurationError(
      `--${flag} takes ${placeholder}, where the ${word} is ${rule}${echo(setting, text)}.`,
    )
  })
}

/** Whether a name may be repeated with different values. */
const holdsLists = ({ schema: { additionalProperties } }: Setting): boolean =>
  typeof additionalProperties === 'object' && additionalProperties.type === 'array'

/** Schema pointers of keywords that limit property names. */
const NAME_RULE = /\/propertyNames\/\w+$|\/additionalProperties$/

/** Parses and validates one text of a setting. Throws {@link ConfigurationError}. */
const readText = (
  setting: Setting,
  label: string,
  text: string,
  inPlace: (value: string | number) => Json,
): string | number => {
  const { schema, unit } = setting
  const isNumber = schema.type === 'integer' || schema.type === 'number' || schema.properties !== undefined
  const value = isNumber ? readNumber(text, unit) : text
  const [failure] = judge(setting, inPlace(value))
  if (failure === undefined) return value
  throw new ConfigurationError(`${label} ${explain(failure, unit)}${echo(setting, text)}.`)
}

/** Parses a number in the unit of the setting. Returns the text if it is not a number, so that validation rejects it. */
const readNumber = (text: string, unit: number): number | string => {
  const digits = unit === PERCENT ? text.replace(/%$/, '') : text
  // Fifteen digits are exact in a double: 57 × 0.01 is 0.57.
  const value = Number((Number(digits) * unit).toPrecision(15))
  return digits.trim() !== '' && Number.isFinite(value) ? value : text
}

const judge = ({ path, isConfigurable }: Setting, value: Json): readonly Failure[] =>
  (isConfigurable ? judgeSettings : judgeCommandLine)(
    path.reduceRight<Json>((inner, name) => ({ [name]: inner }), value),
  )

/** The given text for a message; empty if it may hold a secret. */
const echo = ({ schema }: Setting, text: string): string =>
  schema.writeOnly === true ? '' : `, not ${text === '' ? 'nothing' : text}`
