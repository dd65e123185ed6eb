import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, extname, isAbsolute, join, resolve } from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'
import { InputError } from '../input-error.ts'
import type { ContractConfig, DocumentConfig, GenerateConfig } from './config.ts'

/** A configuration with its defaults, its paths absolute. */
export interface Project extends Omit<ContractConfig, 'documents' | 'outDir'> {
  /** The folder of the configuration, the base of its relative paths. */
  readonly root: string
  /** Absolute path of the configuration file; undefined for a document without one. */
  readonly file?: string
  /** Absolute. */
  readonly outDir: string
  readonly documents: readonly ProjectDocument[]
}

/** One document of a project. */
export interface ProjectDocument extends DocumentConfig {
  /** The name of its bundle. */
  readonly name: string
  /** Absolute. */
  readonly source: string
  /** Absolute. */
  readonly released?: string
}

const configNames = [
  'contract.config.ts',
  'contract.config.js',
  'contract.config.mjs',
  'contract.config.json',
]
const documentNames = ['openapi.yaml', 'openapi.yml', 'openapi.json']

/**
 * Reads the named configuration, or the one in the folder. Without a configuration, `openapi.yaml` in the folder is used as the
 * only document. Throws an InputError that says what to change.
 */
export async function loadProject(folder: string, configFile?: string): Promise<Project> {
  const file =
    configFile === undefined
      ? configNames.map((name) => join(folder, name)).find((path) => existsSync(path))
      : resolve(folder, configFile)
  if (file !== undefined) {
    if (!existsSync(file)) throw new InputError(`There is no configuration ${configFile}.`)
    // Loaded lazily: a document that is named by its file has no configuration.
    const { readConfig } = await import('./read-config.ts')
    return { ...toProject(dirname(file), readConfig(await importConfig(file), basename(file))), file }
  }
  const document = documentNames.find((name) => existsSync(join(folder, name)))
  if (document === undefined) {
    throw new InputError(
      'There is no contract.config.ts and no openapi.yaml here; run "npm create @contract-kit .", or name a document.',
    )
  }
  return toProject(folder, { documents: { openapi: document } })
}

/**
 * The documents that the arguments name: by the name in the configuration, or by file path, which needs no configuration. Default:
 * all documents of the project.
 */
export async function selectDocuments(
  folder: string,
  names: readonly string[],
  configFile?: string,
): Promise<Project> {
  const files = names.filter((name) => /\.(?:ya?ml|json)$/.test(name))
  const missing = files.find((name) => !existsSync(resolve(folder, name)))
  if (missing !== undefined) throw new InputError(`The file ${missing} does not exist.`)
  if (names.length > 0 && files.length === names.length && configFile === undefined) {
    const documents = files.map((name) => [documentName(name), resolve(folder, name)])
    return toProject(folder, { documents: Object.fromEntries(documents) })
  }
  const project = await loadProject(folder, configFile)
  if (names.length === 0) return project
  const documents = names.map((name) => {
    const found = project.documents.find((document) => document.name === name)
    if (found !== undefined) return found
    const known = project.documents.map((document) => document.name).join(', ')
    throw new InputError(`There is no document ${name}; the configuration has ${known}.`)
  })
  return { ...project, documents }
}

/** `specs/pets.yaml` is the document `pets`. */
function documentName(file: string): string {
  return basename(file, extname(file))
}

async function importConfig(file: string): Promise<unknown> {
  const name = basename(file)
  if (name.endsWith('.json')) {
    try {
      return JSON.parse(readFileSync(file, 'utf8'))
    } catch (error) {
      throw new InputError(`${name} is not valid JSON: ${messageOf(error)}.`)
    }
  }
  if (name.endsWith('.ts') && !process.features.typescript) {
    throw new InputError(
      `${name} needs Node 22.18 or later, and this is ${process.version}; update Node, or write contract.config.js.`,
    )
  }
  try {
    const module = (await import(pathToFileURL(file).href)) as { readonly default?: unknown }
    return module.default
  } catch (error) {
    throw new InputError(`${name} cannot be loaded: ${messageOf(error)}.`)
  }
}

function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replace(/\.$/, '')
}

function toProject(root: string, { documents, outDir = 'dist', ...others }: ContractConfig): Project {
  const absolute = (path: string): string => (isAbsolute(path) ? path : join(root, path))
  return {
    ...others,
    root,
    outDir: absolute(outDir),
    documents: Object.entries(documents).map(([name, document]) => {
      const { source, released, generate, samples } =
        typeof document === 'string' ? { source: document } : document
      return {
        ...(generate !== undefined && { generate: placeFiles(generate, absolute) }),
        ...(samples !== undefined && { samples }),
        name,
        source: absolute(source),
        ...(released !== undefined && { released: absolute(released) }),
      }
    }),
  }
}

/** The same with its files made absolute. */
function placeFiles(generate: GenerateConfig, absolute: (path: string) => string): GenerateConfig {
  const files = ['types', 'operations', 'document', 'client', 'examples'] as const
  const placed = files.flatMap((kind) => {
    const file = generate[kind]
    return file === undefined ? [] : [[kind, absolute(file)] as const]
  })
  return { ...generate, ...Object.fromEntries(placed) }
}
