import { join } from 'node:path'
import { describePackage } from '@contract-kit/packaging/describe-package'
import { expect, it } from 'vitest'

const built = describePackage({ workspace: join(import.meta.dirname, '..'), platform: 'node' })

it('contains the templates', () => {
  const paths = [...built.files.keys()]
  expect(paths).toEqual(expect.arrayContaining(['templates/huts/src/app.ts', 'templates/openapi/src/app.ts']))
})
