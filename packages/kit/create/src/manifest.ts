import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isObject } from '@contract-kit/json-schema/json'
import { CreateError } from './create-error.ts'

/** Options for the manifest of a project. */
export interface ManifestOptions {
  readonly name: string
  /** Whether the project starts from a document. A sandbox serves its operations until they have handlers. */
  readonly isFromDocument: boolean
  /** Absolute path of a folder with the tarballs of the kit. */
  readonly tarballs?: string
}

/** Direct dependencies of the project, and those that only the kit needs. */
const kit = [
  'tools',
  'express',
  'client',
  'checker',
  'docs',
  'sandbox',
  'json-schema',
  'openapi',
  'resources',
] as const

/** Scripts that run commands of `@contract-kit/tools`. */
const contractScripts: Readonly<Record<string, string>> = {
  gen: 'contract gen',
  lint: 'contract lint && contract gen --check',
  diff: 'contract diff',
  release: 'contract release',
  mock: 'contract mock',
  docs: 'contract docs',
  check: 'contract check',
}

/** Turns off the telemetry of a dependency of the mock. */
const scarfSettings = { enabled: false }
/** npm warns about install scripts that are neither allowed nor denied. */
const allowScripts = { '@scarf/scarf': false }

/** `package.json` of a project. */
export async function renderManifest(options: ManifestOptions): Promise<string> {
  const { name, isFromDocument, tarballs } = options
  const { others, own, overridesOf } = await readSources(tarballs)
  const { express, ...tools } = others
  const manifest = {
    name,
    version: '1.0.0',
    private: true,
    type: 'module',
    engines: { node: '>=22.18' },
    scripts: {
      start: 'node src/server.ts',
      dev: 'node --watch src/server.ts',
      typecheck: 'tsc',
      test: 'vitest run',
      ...contractScripts,
      // The client tests of the Trail Huts pass on any server of the contract.
      ...(!isFromDocument && { prove: 'contract prove --command "vitest run test/client.test.ts"' }),
      // For a given document, code is generated after installation.
      ...(isFromDocument && {
        prepare: 'contract gen',
        accept: 'contract lint --generate-ignore-file && vitest run --mode accept',
      }),
    },
    dependencies: {
      ...own('express', ...(isFromDocument ? (['sandbox'] as const) : [])),
      express,
    },
    devDependencies: {
      ...own('client', 'tools', 'checker'),
      ...tools,
    },
    scarfSettings,
    allowScripts,
    ...overridesOf(
      own('tools', 'express', 'client', 'checker', ...(isFromDocument ? (['sandbox'] as const) : [])),
    ),
  }
  return `${JSON.stringify(manifest, null, 2)}\n`
}

/** A manifest with the kit, and its own scripts whose names are those of kit commands. */
export interface ExtendedManifest {
  readonly text: string
  readonly keptScripts: readonly string[]
}

/**
 * Adds missing scripts and development dependencies to a `package.json`. Keeps its indentation and existing entries. Throws a
 * CreateError if it is not the manifest of a package.
 */
export async function extendManifest(text: string, tarballs?: string): Promise<ExtendedManifest> {
  const manifest = parseManifest(text)
  const { scripts = {}, dependencies = {}, devDependencies = {}, overrides = {} } = manifest
  const { others, own, overridesOf } = await readSources(tarballs)
  const named = own('client', 'tools')
  const tools = { ...named, '@stoplight/prism-cli': others['@stoplight/prism-cli'] ?? '' }
  const missing = Object.entries(tools).filter(([name]) => !(name in dependencies))
  const extended = {
    ...manifest,
    scripts: { ...scripts, ...without(contractScripts, scripts) },
    // npm sorts dependencies in this order.
    devDependencies: Object.fromEntries(
      Object.entries({ ...Object.fromEntries(missing), ...devDependencies }).toSorted(([one], [other]) =>
        one < other ? -1 : 1,
      ),
    ),
    scarfSettings: manifest.scarfSettings ?? scarfSettings,
    allowScripts: { ...allowScripts, ...manifest.allowScripts },
    ...(tarballs !== undefined && { overrides: { ...overridesOf(named).overrides, ...overrides } }),
  }
  const [, indentation = '  '] = /^\{\r?\n([ \t]+)/.exec(text) ?? []
  const [newline] = /\r?\n/.exec(text) ?? ['\n']
  const rendered = `${JSON.stringify(extended, null, indentation)}\n`
  return {
    text: rendered.replaceAll('\n', newline),
    keptScripts: Object.keys(contractScripts).filter(
      (name) => name in scripts && scripts[name] !== contractScripts[name],
    ),
  }
}

type Names = Readonly<Record<string, string>>

/** The fields of a manifest that the kit adds to. */
interface Manifest {
  readonly type?: unknown
  readonly scripts?: Names
  readonly dependencies?: Names
  readonly devDependencies?: Names
  readonly overrides?: Readonly<Record<string, unknown>>
  readonly scarfSettings?: unknown
  readonly allowScripts?: Readonly<Record<string, unknown>>
}

/** Parses a `package.json`. Throws a CreateError if it is invalid. */
export function parseManifest(text: string): Manifest {
  try {
    const manifest: unknown = JSON.parse(text)
    if (isObject(manifest)) return manifest
  } catch {
    // The error below reports it.
  }
  throw new CreateError('The package.json is not a JSON object; fix it first.')
}

const without = (names: Names, present: Names): Names =>
  Object.fromEntries(Object.entries(names).filter(([name]) => !(name in present)))

/** The sources of the kit's packages, the registry or tarballs, and the versions of all others. */
async function readSources(tarballs: string | undefined) {
  const versions = await readVersions()
  const sources = tarballs === undefined ? undefined : await findTarballs(tarballs)
  const own = (...parts: readonly Part[]): Names =>
    Object.fromEntries(parts.map((part) => [`@contract-kit/${part}`, sources?.get(part) ?? versions.kit]))
  return {
    others: versions.others,
    /** Dependencies on packages of the kit. */
    own,
    /** Overrides for tarballs, which depend on each other by unpublished versions. A direct dependency is overridden by its name. */
    overridesOf: (named: Names): { readonly overrides?: Names } =>
      sources === undefined
        ? {}
        : {
            overrides: Object.fromEntries(
              Object.entries(own(...kit)).map(([name, source]) => [
                name,
                name in named ? `$${name}` : source,
              ]),
            ),
          },
  }
}

type Part = (typeof kit)[number]

/** The version of the kit's packages, and the tested versions of the templates' dependencies. */
async function readVersions() {
  const root = join(import.meta.dirname, '..')
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
    readonly version: string
  }
  const others = JSON.parse(await readFile(join(root, 'templates/versions.json'), 'utf8')) as Readonly<
    Record<string, string>
  >
  return { kit: version, others }
}

async function findTarballs(folder: string): Promise<ReadonlyMap<string, string>> {
  if (!existsSync(folder)) throw new CreateError(`There is no folder ${folder}.`)
  const files = await readdir(folder)
  const found = kit.map((part) => {
    const file = files.find((name) => new RegExp(`^contract-kit-${part}-\\d.*\\.tgz$`).test(name))
    if (file === undefined)
      throw new CreateError(`The folder ${folder} has no tarball contract-kit-${part}-*.tgz.`)
    return [part, `file:${join(folder, file)}`] as const
  })
  return new Map(found)
}
