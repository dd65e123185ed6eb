import { describeReadme } from '@contract-kit/packaging/describe-readme'

describeReadme(new URL('../', import.meta.url))
