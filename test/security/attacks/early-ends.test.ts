import { describe } from 'vitest'
import { describeEarlyEnds } from './describe-early-ends.ts'
import { earlyEnds, timeouts } from './early-ends.ts'

/** One way for each state of a connection; `early-ends.check.test.ts` tests all of them. */
const names = [
  'a malformed chunk size',
  'a reset in the middle of a body',
  'half a body, then FIN',
  'leaving while the handler works',
  'a tunnel',
] as const

describe('requests that end early', { meta: { rules: ['D14-08'] } }, () => {
  describeEarlyEnds(Object.fromEntries(names.map((name) => [name, earlyEnds[name]])), {
    'half a body and silence': timeouts['half a body and silence'],
  })
})
