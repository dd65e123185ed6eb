import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'

/** The top of the repository. */
export const repositoryRoot = join(import.meta.dirname, '../../..')

/** The text of a file below `deploy/`. */
export const readDeployed = (path: string): string =>
  readFileSync(join(repositoryRoot, 'deploy', path), 'utf8')

/** A YAML file below `deploy/`, anchors and merge keys resolved. */
export const readDeployedYaml = (path: string): unknown => parse(readDeployed(path), { merge: true })

/** An alert of Prometheus. */
export interface Alert {
  readonly alert: string
  readonly expr: string
  readonly for?: string
  readonly labels: { readonly severity: string }
  readonly annotations: { readonly summary: string }
}

/** Every alert that comes with the project. */
export function readAlerts(): readonly Alert[] {
  const { groups } = readDeployedYaml('prometheus/alerts.yaml') as {
    groups: readonly { rules: readonly Alert[] }[]
  }
  return groups.flatMap(({ rules }) => rules)
}
