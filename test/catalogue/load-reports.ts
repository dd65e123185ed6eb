import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { WorkspaceReport } from './judge-catalogue.ts'
import { parseReport } from './parse-report.ts'

/** The path in every workspace of the JSON report of its last test run. */
export const reportPath = '.results/vitest.json'

/** Loads the reports of all workspaces that the package.json of `root` lists and that have a `test` script. */
export function loadReports(root: string): WorkspaceReport[] {
  const { workspaces = [] } = readPackage(root)
  return workspaces
    .flatMap((pattern) => globSync(pattern, { cwd: root }).toSorted())
    .filter((workspace) => existsSync(join(root, workspace, 'package.json')))
    .filter((workspace) => readPackage(join(root, workspace)).scripts?.['test'] !== undefined)
    .map((workspace) => loadReport(root, workspace))
}

function loadReport(root: string, workspace: string): WorkspaceReport {
  const folder = join(root, workspace)
  const file = join(folder, reportPath)
  if (!existsSync(file)) return { workspace, state: 'missing' }
  const tests = parseReport(readFileSync(file, 'utf8'))
  if (tests === undefined) return { workspace, state: 'unreadable' }
  return {
    workspace,
    state: 'current',
    tests: tests.map((test) => ({ ...test, file: relative(root, test.file) })),
  }
}

interface PackageJson {
  workspaces?: string[]
  scripts?: Record<string, string>
}

function readPackage(folder: string): PackageJson {
  const manifest: PackageJson = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return manifest
}
