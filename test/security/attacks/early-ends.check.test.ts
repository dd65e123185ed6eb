import { describeEarlyEnds } from './describe-early-ends.ts'
import { earlyEnds, timeouts } from './early-ends.ts'

describeEarlyEnds(earlyEnds, timeouts)
