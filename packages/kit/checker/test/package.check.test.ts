import { join } from 'node:path'
import { describePackage } from '@contract-kit/packaging/describe-package'
import { expect, it } from 'vitest'

const built = describePackage({
  workspace: join(import.meta.dirname, '..'),
  platform: 'node',
})

it('contains the schema of the configuration and the files for pipelines', () => {
  const published = [...built.files.keys()].filter((path) => /^pipelines\/|schema\.json$/.test(path))
  expect(published.toSorted()).toStrictEqual([
    'config.schema.json',
    'pipelines/action.yml',
    'pipelines/contract-checker.gitlab-ci.yml',
  ])
})

it('contains a page for each check', () => {
  expect(built.files.get('docs/checks/not-a-server-error.md')).toMatch(/^# /)
  expect([...built.files.keys()].filter((path) => path.includes('corpus'))).toStrictEqual([])
})
