import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CreateError } from './create-error.ts'

/** Options that affect the manifest of a project. */
export interface ManifestOptions {
  readonly name: string
  /** Whether it begins from a document, whose operations a sandbox serves until they have handlers. */
  readonly isFromDocument: boolean
  /** A folder with the tarballs of the kit, absolute. */
  readonly tarballs?: string
}

/** Packages that the project itself names, and those that only the kit needs. */
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

/** `package.json` of a project. */
export async function renderManifest(options: ManifestOptions): Promise<string> {
  const { name, isFromDocument, tarballs } = options
  const versions = await readVersions()
  const sources = tarballs === undefined ? undefined : await findTarballs(tarballs)
  const kitVersion = (part: (typeof kit)[number]): string => sources?.get(part) ?? versions.kit
  const own = (...parts: readonly (typeof kit)[number][]): Record<string, string> =>
    Object.fromEntries(parts.map((part) => [`@contract-kit/${part}`, kitVersion(part)]))
  const { express, ...tools } = versions.others
  const manifest = {
    name,
    version: '1.0.0',
    private: true,
    type: 'module',
    engines: { node: '>=22.18' },
    scripts: {
      start: 'node src/server.ts',
      dev: 'node --watch src/server.ts',
      gen: 'contract gen',
      lint: 'contract lint && contract gen --check',
      diff: 'contract diff',
      release: 'contract release',
      typecheck: 'tsc',
      test: 'vitest run',
      mock: 'contract mock',
      docs: 'contract docs',
      check: 'contract check',
      // Generated code of a document that came from elsewhere is made when it is here.
      ...(isFromDocument && { prepare: 'contract gen' }),
    },
    dependencies: {
      ...own('express', ...(isFromDocument ? (['sandbox'] as const) : [])),
      express,
    },
    devDependencies: {
      ...own('client', 'tools', 'checker'),
      ...tools,
    },
    // A dependency of the mock that would report its installation.
    scarfSettings: { enabled: false },
    // Tarballs depend on one another by version, which no registry has.
    ...(sources !== undefined && {
      overrides: overridesOf(
        sources,
        own('tools', 'express', 'client', 'checker', ...(isFromDocument ? (['sandbox'] as const) : [])),
      ),
    }),
  }
  return `${JSON.stringify(manifest, null, 2)}\n`
}

/** A package that the project names is overridden by what it names. */
function overridesOf(
  sources: ReadonlyMap<string, string>,
  named: Readonly<Record<string, string>>,
): Record<string, string> {
  const names = kit.map((part) => `@contract-kit/${part}`)
  return Object.fromEntries(
    names.map((name) => [
      name,
      name in named ? `$${name}` : (sources.get(name.replace('@contract-kit/', '')) ?? ''),
    ]),
  )
}

/** The version of this package, which all of the kit have, and the versions that the templates were tried with. */
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
