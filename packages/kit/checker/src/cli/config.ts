import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, extname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parse } from 'yaml'
import { type CheckContractOptions, ConfigurationError, type Hooks } from '../core/check-options.ts'
import type { CredentialHeaders, Settings, TlsFiles } from '../core/settings.ts'
import { explain, judgeSettings, settingsSchema } from '../core/settings-schema.ts'
import { suggest } from '@contract-kit/json-schema/text'
import type { TrafficOptions } from '../traffic/traffic-judge.ts'
import type { CliArguments } from './arguments.ts'

/** The content of a configuration file: options of a check, and the handling of findings. The command line overrides it. */
export interface CheckerConfig extends Settings, Hooks {}

/** Types a configuration in TypeScript. Returns it unchanged. */
export const defineConfig = (config: CheckerConfig): CheckerConfig => config

/** A configuration, and the folder that its paths are relative to. */
export interface LoadedConfig {
  readonly config: CheckerConfig
  readonly folder: string
}

/** Default file names, in order: the checker's own, then a project configuration with a `check` section. */
const FILES = [
  ...['ts', 'js', 'mjs', 'json', 'yaml', 'yml'].map((ending) => `contract-checker.config.${ending}`),
  ...['ts', 'js', 'mjs', 'json'].map((ending) => `contract.config.${ending}`),
]

/**
 * Loads the named file, or the default file of the folder. Returns an empty configuration if there is none. Throws {@link
 * ConfigurationError}.
 */
export const loadConfig = async (path: string | undefined, cwd: string): Promise<LoadedConfig> => {
  const name = path ?? FILES.find((file) => existsSync(join(cwd, file)))
  if (name === undefined) return { config: {}, folder: cwd }
  const file = resolve(cwd, name)
  if (!existsSync(file)) throw new ConfigurationError(`There is no configuration file ${name}.`)
  const written = ['.json', '.yaml', '.yml'].includes(extname(file))
    ? await readData(file, name)
    : await importConfig(file, name)
  const own = checkOf(written)
  const config = withOperations(assertConfig(withVariables(own, name), name))
  return { config, folder: dirname(file) }
}

/** The `check` section of a project configuration, which names documents; any other configuration belongs to the checker. */
const checkOf = (written: unknown): unknown =>
  isPlain(written) && isPlain(written['documents']) ? (written['check'] ?? {}) : written

const readData = async (file: string, name: string): Promise<unknown> => {
  try {
    return parse(await readFile(file, 'utf8'))
  } catch (error) {
    throw new ConfigurationError(`The configuration ${name} cannot be read: ${firstLine(error)}`, {
      cause: error,
    })
  }
}

const importConfig = async (file: string, name: string): Promise<unknown> => {
  try {
    const { default: config } = (await import(pathToFileURL(file).href)) as { readonly default?: unknown }
    if (config !== undefined) return config
  } catch (error) {
    throw new ConfigurationError(`The configuration ${name} cannot be loaded: ${firstLine(error)}`, {
      cause: error,
    })
  }
  throw new ConfigurationError(`The configuration ${name} has no default export.`)
}

const firstLine = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? ''

/** Replaces environment variables in texts. Throws if one is unset, because an empty credential would make the run meaningless. */
const withVariables = (value: unknown, name: string): unknown => {
  if (typeof value === 'string') {
    return value.replaceAll(/\$\{(\w+)\}/g, (_all, variable: string) => {
      const set = process.env[variable]
      if (set !== undefined) return set
      throw new ConfigurationError(
        `The configuration ${name} needs the environment variable ${variable}, which is not set.`,
      )
    })
  }
  if (Array.isArray(value)) return value.map((item) => withVariables(item, name))
  if (!isPlain(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withVariables(item, name)]))
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

/** Validates a configuration by the schema of the package. Throws {@link ConfigurationError} with the first invalid location. */
const assertConfig = (value: unknown, name: string): CheckerConfig => {
  if (!isPlain(value)) throw new ConfigurationError(`The configuration ${name} must be an object.`)
  const { authenticate, reset } = value
  const data = Object.fromEntries(Object.entries(value).filter(([key]) => !HOOKS.includes(key)))
  for (const [hook, given] of Object.entries({ authenticate, reset })) {
    if (given !== undefined && typeof given !== 'function')
      throw new ConfigurationError(`${hook} in the configuration ${name} must be a function.`)
  }
  const settings = Object.keys(settingsSchema.properties)
  const unknown = Object.keys(data).find((key) => !settings.includes(key))
  if (unknown !== undefined)
    throw new ConfigurationError(
      `The configuration ${name} has no setting ${unknown}${suggest([...settings, ...HOOKS], unknown)}`,
    )
  const [failure] = judgeSettings(data)
  if (failure !== undefined)
    throw new ConfigurationError(
      `In the configuration ${name}, ${failure.instancePointer.slice(1)} ${explain(failure)}.`,
    )
  return {
    ...(value as CheckerConfig),
    ...(authenticate !== undefined && { authenticate: toHeaders(authenticate as Authenticate) }),
  }
}

const HOOKS: readonly string[] = ['authenticate', 'reset', 'checks', 'formats'] satisfies (keyof Hooks)[]

type Authenticate = NonNullable<Hooks['authenticate']>

/** Validates an export that no compiler has checked. */
const toHeaders =
  (authenticate: Authenticate): Authenticate =>
  async (context) => {
    const headers: unknown = await authenticate(context)
    if (isPlain(headers) && Object.values(headers).every((value) => typeof value === 'string'))
      return headers as CredentialHeaders
    throw new Error("it must return headers, such as { authorization: 'Bearer …' }")
  }

/** Converts settings of single operations to filters and policies. */
const withOperations = (config: CheckerConfig): CheckerConfig => {
  const { operations = {}, exclude = [], policies = {}, ...rest } = config
  const excluded = Object.entries(operations).flatMap(([id, { exclude: isExcluded }]) =>
    isExcluded === true ? [id] : [],
  )
  const added = Object.entries(operations).map(([id, { disableChecks = [], policies: own = [] }]) => [
    id,
    [
      ...(policies[id] ?? []),
      ...own,
      ...(disableChecks.length === 0
        ? []
        : [{ checks: disableChecks, reason: 'It is turned off in the configuration.' }]),
    ],
  ])
  return {
    ...rest,
    exclude: [...exclude, ...excluded],
    policies: { ...policies, ...Object.fromEntries(added) },
  }
}

/** The folders to which paths of the command line and the configuration are relative. */
interface Folders {
  readonly cwd: string
  readonly folder: string
}

/** Combines the command line and the configuration; the command line wins. Throws {@link ConfigurationError}. */
export const toOptions = (
  { settings }: CliArguments,
  config: CheckerConfig,
  { cwd, folder }: Folders,
): CheckContractOptions => {
  const document = locate(settings.document, cwd) ?? locate(config.document, folder)
  if (document === undefined)
    throw new ConfigurationError(
      'Specify the OpenAPI document to check: contract-checker <document> --url <baseUrl>.',
    )
  const { url: baseUrl, ...merged } = { ...config, ...settings }
  if (baseUrl === undefined)
    throw new ConfigurationError('Specify the server to check: --url http://127.0.0.1:3000.')
  return {
    ...merged,
    document,
    baseUrl,
    headers: { ...config.headers, ...settings.headers },
    tls: { ...locateAll(config.tls, folder), ...locateAll(settings.tls, cwd) },
    values: { ...config.values, ...settings.values },
    thresholds: { ...config.thresholds, ...settings.thresholds },
    exclude: [...(config.exclude ?? []), ...(settings.exclude ?? [])],
    disableChecks: [...(config.disableChecks ?? []), ...(settings.disableChecks ?? [])],
  }
}

/** The options for judging traffic, from the command line and the configuration. Throws {@link ConfigurationError}. */
export const toTrafficOptions = (
  { settings }: CliArguments,
  { config, folder }: LoadedConfig,
  cwd: string,
): TrafficOptions => {
  const document = locate(settings.document, cwd) ?? locate(config.document, folder)
  if (document === undefined)
    throw new ConfigurationError('Specify the OpenAPI document to judge by: --document openapi.yaml.')
  const { policies, checks, formats, thresholds, disableChecks = [] } = config
  const { strictResponses, maxResponseTimeMs, showSecrets } = { ...config, ...settings }
  const { url, basePath, identify } = settings
  const given = { policies, checks, formats, strictResponses, maxResponseTimeMs, showSecrets, url, basePath, identify } // prettier-ignore
  return {
    ...onlyDefined(given),
    document,
    thresholds: { ...thresholds, ...settings.thresholds },
    disableChecks: [...disableChecks, ...(settings.disableChecks ?? [])],
  }
}

type Defined<Values> = { readonly [Name in keyof Values]?: Exclude<Values[Name], undefined> }

const onlyDefined = <Values extends object>(values: Values): Defined<Values> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Defined<Values>

/** Resolves the paths of TLS files. */
export const locateAll = (tls: TlsFiles = {}, folder: string): TlsFiles =>
  Object.fromEntries(
    Object.entries(tls).map(([name, value]) => [
      name,
      typeof value === 'string' ? resolve(folder, value) : value,
    ]),
  )

/** Resolves a path in a folder; a URL stays unchanged. */
export const locate = (path: string | undefined, folder: string): string | undefined =>
  path === undefined || /^[a-z][a-z+.-]+:\/\//i.test(path) ? path : resolve(folder, path)
