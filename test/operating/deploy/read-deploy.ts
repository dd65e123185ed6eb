import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig } from '@giftcards/server'
import { createRealKeys } from '@giftcards/test-harness/process'
import { repositoryRoot } from '@giftcards/test-harness'
import { parse } from 'yaml'

/** Reads a text file of the repository. */
export const readText = (path: string): string => readFileSync(join(repositoryRoot, path), 'utf8')

/** Reads a YAML file below `deploy/`. Resolves anchors and merge keys. */
export const readYaml = (path: string): unknown => parse(readText(`deploy/${path}`), { merge: true })

/** The scripts of the repository, by name. */
export const { scripts } = JSON.parse(readText('package.json')) as {
  readonly scripts: Readonly<Record<string, string>>
}

/** Returns the names of the environment variables that a server reads in a mode. */
export function settingsRead(NODE_ENV?: 'production'): ReadonlySet<string> {
  const asked = new Set<string>()
  const given: NodeJS.ProcessEnv = NODE_ENV === undefined ? {} : { NODE_ENV, ...createRealKeys() }
  readConfig(
    new Proxy(given, {
      get(target, name: string) {
        asked.add(name)
        return target[name]
      },
    }),
  )
  return asked
}
