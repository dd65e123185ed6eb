import { join } from 'node:path'
import { describePackage } from '@contract-kit/packaging/describe-package'

describePackage({ workspace: join(import.meta.dirname, '..'), platform: 'node' })
